/** The portal under test, in a process of its own: `portal-process.ts DATA_FOLDER [PORT [STRIPE_URL]]`. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { runBilling } from '../../server/src/billing/subscriptions/nightly.ts'
import { readConfig } from '../../server/src/config.ts'
import { doorLists } from '../../server/src/devices/channels.ts'
import { balanceNotices, bookEntry } from '../../server/src/memberbucks/ledger.ts'
import { type Services, systemCtx } from '../../server/src/platform/ctx.ts'
import { change, record } from '../../server/src/platform/db/change.ts'
import { callers } from '../../server/src/platform/http/callers.ts'
import { createLog } from '../../server/src/platform/log/log.ts'
import { startPortal } from '../../server/src/portal.ts'
import { dryRun } from '../../server/src/reminders/due-reminders.ts'
import { changeSetting } from '../../server/src/settings/settings.ts'
import { serveCalls, usage } from './calls.ts'
import { clockMs } from './stats.ts'

const unlimited = 1_000_000_000
const aDebit = {
  amountCents: -1,
  type: 'card',
  source: 'device',
  contraAccount: 'vendingIncome',
  description: 'bench',
  floorCents: 0,
} as const // its literals

/** Counts what the connections send, BEGIN and COMMIT too. */
const countQueries = ({ pool, reads }: Pick<Services, 'pool' | 'reads'>) => {
  const counted = new WeakSet<pg.PoolClient>()
  let count = 0
  const { ask } = reads
  reads.ask = (query) => {
    count += 1
    return ask(query)
  }
  pool.on('acquire', (client) => {
    if (counted.has(client)) return
    counted.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown // passed on as it came
    const counting = (...args: unknown[]) => {
      count += 1
      return send(...args)
    }
    client.query = counting as pg.PoolClient['query'] // the same function, counted
  })
  return () => count
}

const start = async () => {
  const [dataDir, port = '0', stripeUrl] = process.argv.slice(2)
  const where = { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, STRIPE_URL: stripeUrl }
  const config = readConfig({ ...where, LOG_LEVEL: 'warn' })
  const limits = { ordinary: unlimited, credentials: unlimited, mail: unlimited }
  const portal = await startPortal(config, { log: createLog(config.logLevel), limits })
  return { portal, queries: countQueries(portal.services) }
}
const starting = start()
starting.catch(() => undefined)

const calls = {
  ready: async () => {
    const { portal } = await starting
    // Its tables are analysed, and others made beside them, which only their owner may.
    return { url: portal.url.replace('localhost', '127.0.0.1'), connectionString: portal.ownerUrl }
  },
  usage,
  /** How many queries the process has sent so far. */
  queries: async () => (await starting).queries(),
  /** Changes what a member's doors may know of them, as a domain does it; says when it began. */
  suspend: async (input: { memberId: number; isSuspended: boolean }): Promise<number> => {
    const { memberId, isSuspended } = input
    const { portal } = await starting
    const ctx = systemCtx(portal.services)
    const startedAt = clockMs()
    await change(ctx, isSuspended ? 'member.suspend' : 'member.lift', async ({ tx }) => {
      await tx
        .updateTable('members')
        .set(
          isSuspended
            ? { suspended_at: ctx.now(), suspension_reason: 'bench' }
            : { suspended_at: null, suspension_reason: null },
        )
        .where('id', '=', memberId)
        .execute()
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        tell: [callers.notice({ memberId }), doorLists.notice({ memberIds: [memberId] })],
      }
    })
    return startedAt
  },
  /** Does what a night brings: charges, dues, ends. */
  runNight: async () => {
    const { portal, queries } = await starting
    const [startedAt, before] = [clockMs(), queries()]
    const { charged } = await runBilling(systemCtx(portal.services))
    return { ms: clockMs() - startedAt, queries: queries() - before, charged }
  },
  /** Turns cards on, as an administrator would. */
  takeCards: async (input: { secretKey: string; publishableKey: string; webhookSecret: string }) => {
    const ctx = systemCtx((await starting).portal.services)
    for (const [key, value] of [
      ['STRIPE_SECRET_KEY', input.secretKey],
      ['STRIPE_PUBLISHABLE_KEY', input.publishableKey],
      ['STRIPE_WEBHOOK_SECRET', input.webhookSecret],
      ['ENABLE_STRIPE', true],
    ] as const) {
      await changeSetting(ctx, { key, value })
    }
  },
  /** Works out the reminders of the next morning, and sends none. */
  dryRun: async () => {
    const { portal, queries } = await starting
    const [startedAt, before] = [clockMs(), queries()]
    const { dueCount: due } = await dryRun(systemCtx(portal.services))
    return { ms: clockMs() - startedAt, queries: queries() - before, due }
  },
  /** Books debits as a vending machine would, so many at a time; on one account, or each on another. */
  debit: async (input: { memberIds: number[]; inFlight: number; seconds: number }): Promise<{ perSecond: number }> => {
    const { memberIds, inFlight, seconds } = input
    const ctx = systemCtx((await starting).portal.services)
    const startedAt = clockMs()
    let count = 0
    const debitInTurn = async (worker: number) => {
      for (let turn = worker; clockMs() - startedAt < seconds * 1_000; turn += inFlight) {
        const memberId = memberIds[turn % memberIds.length] ?? 0
        await record(ctx, async (work) => {
          const movement = { ...aDebit, memberId, idempotencyKey: randomUUID() }
          const { outcome } = await bookEntry(work, { movement })
          if (outcome !== 'booked') throw new Error(`a debit was not booked: ${outcome}`)
          return { result: undefined, tell: balanceNotices(memberId) }
        })
        count += 1
      }
    }
    await Promise.all(Array.from({ length: inFlight }, (_, worker) => debitInTurn(worker)))
    return { perSecond: count / ((clockMs() - startedAt) / 1_000) }
  },
}
export type PortalCalls = typeof calls

serveCalls(calls, async () => (await starting).portal.close())
