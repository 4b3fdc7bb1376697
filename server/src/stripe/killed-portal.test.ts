import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessionCookie } from '#platform/http/credential.ts'
import { freePort } from '#platform/http/free-port.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { issueCharges } from '../billing/charges/issuing.ts'
import { lockFree } from '../billing/subscription-row.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { randomOf, stride } from '../random-runs.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { byProgram, end, newFolder, startProcess } from '../test-process.ts'
import {
  aMemberWhoOwes,
  aMemberWhoPaid,
  aCardMember,
  cutOn,
  monthAndFee,
  paymentOf,
  sumOf,
  takenOf,
} from './cut-acts.testing.ts'
import { openPaymentSteps, type PaymentSteps } from './payment-steps.testing.ts'
import { giveKeyTo } from './process-key.testing.ts'

const dayMs = 86_400_000
const webhookSecret = 'whsec_of_these_tests'
const secret = 'of a process of these tests only'
/** A member with the next period charged, and not taken yet. */
const renewalCount = 6

let fake: FakeStripe
let portal: TestPortal
let steps: PaymentSteps
let planId = 0
let treasurerId = 0
const renewed: number[] = []

beforeAll(async () => {
  // After a period of thirty days.
  fake = await startStripe({ now: new Date(Date.now() - 30 * dayMs - 2 * 3_600_000) })
  portal = await startTestPortal({ stripeUrl: fake.url, now: fake.now })
  const ctx = await giveKeyTo({ portal, fake, secret, webhookSecret })
  await changeSetting(ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: fake.publishableKey })
  await changeSetting(ctx, { key: 'ENABLE_STRIPE', value: true })
  const terms = { costCents: 3100, joiningFeeCents: 1000, interval: 'day', intervalCount: 30 } as const
  planId = (await aPlan(portal.db, { ...terms, collectors: ['stripe', 'bank'] })).id
  treasurerId = (await aMember(portal.db, { permissions: ['money'] })).id
  const stripe = new Stripe(fake.secretKey, fake.client)
  cutOn({ portal: { ...portal, ctx }, fake, stripe, monthly: planId, bigger: planId, treasurerId })
  for (let n = 0; n < renewalCount; n += 1) renewed.push(await aMemberWhoPaid())
  // What follows a choice is done by now; of what Stripe does from here on the portal has not heard.
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  await fake.advance(new Date())
  await renewAll()
  steps = await openPaymentSteps({ database: portal.ownerUrl, stripe: fake.url })
})
afterAll(async () => {
  await steps.close()
  await portal.close()
  await fake.close()
})

/** The next period of those is charged, which nothing has taken yet. */
const renewAll = () =>
  changeBilling(portal.ctx, 'billing.charged', async (work) => {
    const { rows } = await sql<{
      id: number
    }>`select id from subscriptions where member_id = any(${renewed}::int[])`.execute(work.tx)
    await issueCharges(
      work,
      await lockFree(
        work,
        rows.map(({ id }) => id),
      ),
    )
  })

type KilledAct = {
  name: string
  prepare: () => Promise<number>
  /** What a person, or Stripe, does, and does again when nothing came of it. */
  press: (url: string, memberId: number) => Promise<unknown>
  /** The sums that Stripe took and that are booked, when it was done once. */
  once: readonly [number, number]
  /** Whether most of it is done by a job, of which a portal does four at once. */
  isByJob: boolean
  /** Where it is booked. */
  table: 'payments' | 'ledger_entries'
}

type Call = { path: string; as: number; body: object }

const post = async (url: string, { path, as, body }: Call): Promise<unknown> =>
  fetch(`${url}/api/${path}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrftoken': 'of-this-test',
      cookie: `csrftoken=of-this-test; ${sessionCookie}=${await portal.sessionOf(as)}`,
    },
    body: JSON.stringify(body),
  })

/** Lets the portal take what is due of the member by its job, as the night does for all. */
const addCollection = async (_url: string, memberId: number): Promise<unknown> =>
  sql`select graphile_worker.add_job('collectDues', json_build_object('memberId', ${memberId}::int))`.execute(portal.db)

const keyOf = (memberId: number) => `of member ${memberId}`

const acts: KilledAct[] = [
  {
    name: 'a top-up',
    isByJob: false,
    prepare: () => aCardMember('active'),
    press: (url, as) =>
      post(url, {
        path: 'memberbucks/top-ups',
        as,
        body: { amountCents: 2000, way: 'saved', idempotencyKey: keyOf(as) },
      }),
    once: [2000, 2000],
    table: 'ledger_entries',
  },
  {
    name: 'a payment of dues',
    isByJob: false,
    prepare: aMemberWhoOwes,
    press: (url, as) =>
      post(url, {
        path: 'billing/my/card/payments',
        as,
        body: { amountCents: monthAndFee, way: 'saved', idempotencyKey: keyOf(as) },
      }),
    once: [monthAndFee, monthAndFee],
    table: 'payments',
  },
  {
    name: 'a refund from the desk',
    isByJob: false,
    prepare: aMemberWhoPaid,
    press: async (url, memberId) => {
      const paid = { paymentId: await paymentOf(memberId), amountCents: 700, reason: 'Closed', keepsAccess: false }
      const body = { ...paid, idempotencyKey: keyOf(memberId) }
      return post(url, { path: 'admin/stripe/refunds', as: treasurerId, body })
    },
    once: [monthAndFee - 700, monthAndFee - 700],
    table: 'payments',
  },
  {
    name: 'joining by card',
    isByJob: true,
    prepare: () => aCardMember('noob'),
    press: (url, as) => post(url, { path: `billing/plans/${planId}/signup`, as, body: { collector: 'stripe' } }),
    once: [monthAndFee, monthAndFee],
    table: 'payments',
  },
  {
    name: 'a renewal',
    isByJob: true,
    prepare: async () => renewed.pop() ?? Promise.reject(new Error('more steps than members whose plan was renewed')),
    press: addCollection,
    once: [monthAndFee + 3100, monthAndFee + 3100],
    table: 'payments',
  },
]

type HeldAct = { act: KilledAct; memberId: number; step: string | null; pressed: Promise<unknown> }

const outcomeOf = async ({ act: { table }, memberId }: Pick<HeldAct, 'act' | 'memberId'>) => [
  await takenOf(memberId),
  await sumOf(table, memberId),
]

/** Whether nothing is done by itself any more, but for what is held. */
const isQuiet = async (held: readonly HeldAct[]): Promise<boolean> => {
  const due = sql<{
    waiting: number
    running: number
  }>`select count(*) filter (where locked_at is null)::int as waiting,
    count(locked_at)::int as running from graphile_worker.jobs where run_at <= now()`
  const [{ waiting, running } = { waiting: 0, running: 0 }] = (await due.execute(portal.db)).rows
  return waiting === 0 && running <= held.filter(({ act }) => act.isByJob).length
}

const isSoonQuiet = async (held: readonly HeldAct[]): Promise<boolean> => {
  for (let looks = 0; looks < 100; looks += 1) {
    if (await isQuiet(held)) return true
    await setTimeout(50)
  }
  return false
}

const isOnce = async (one: Pick<HeldAct, 'act' | 'memberId'>): Promise<boolean> =>
  (await outcomeOf(one)).every((figure, at) => figure === one.act.once[at])

/** Members who were made for an act that had to wait for the next portal. */
const spare = new Map<KilledAct, number>()

/**
 * Does an act and holds its n-th step, or sees it done when it has fewer. Null where what is held already keeps jobs of
 * the portal waiting, so that it can do no more.
 */
const holdStep = async (url: string, { act, n, held }: { act: KilledAct; n: number; held: readonly HeldAct[] }) => {
  const memberId = spare.get(act) ?? (await act.prepare())
  spare.set(act, memberId)
  if (held.length === 0) await expect.poll(() => isQuiet(held), byProgram).toBe(true)
  // What is held may keep it from ever coming to rest; then the next portal does the act.
  else if (!(await isSoonQuiet(held))) return null
  spare.delete(act)
  const stepHeld = steps.holdAt(n)
  const pressed = act.press(url, memberId).catch(() => null)
  const isOver = async () => stepHeld() !== null || (await isOnce({ act, memberId }))
  await expect.poll(isOver, byProgram).toBe(true)
  const step = stepHeld()
  steps.holdAt(0)
  return { act, memberId, pressed, step }
}

/** Minutes later in the portal that was started again: its jobs are due, and who pressed presses once more. */
const recover = async (url: string, killed: readonly HeldAct[]): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(portal.db)
  await Promise.all(killed.map(({ act, memberId }) => act.press(url, memberId)))
  for (const one of killed) {
    const name = `${one.act.name} without ${one.step}`
    await expect.poll(() => outcomeOf(one), { ...byProgram, message: name }).toEqual(one.act.once)
  }
}

/** What is held keeps a connection, of which a portal has ten, and may keep a worker of its queue, of which it has four. */
const [mostHeld, mostHeldJobs] = [7, 2]

/** Numbers of invoices have no gap, so that all others wait for who has the next. */
const keepsOthersWaiting = ({ step }: HeldAct) => step?.split(', ').includes('invoices') === true

const writesAtStripe = ['payment_intents', 'refunds'].map((path) => `POST /v1/${path}`)

test('a portal that is killed with kill -9 before any step of a payment takes the money once and books it once', async () => {
  vi.stubEnv('DATABASE_URL', steps.lead(portal.ownerUrl))
  vi.stubEnv('STRIPE_URL', steps.stripeUrl)
  try {
    const [dataDir, port] = [newFolder(), await freePort()]
    const all: HeldAct[] = []
    let last: HeldAct[] = []
    const start = async (): Promise<{ child: ChildProcess; url: string }> => {
      const started = await startProcess(dataDir, port)
      await recover(started.url, last)
      last = []
      return started
    }
    const firstStep = randomOf('first step').whole(1, stride)
    const isOver = (act: KilledAct) => all.some((one) => one.act === act && one.step === null)
    const nextAct = (): KilledAct | undefined => {
      if (last.length >= mostHeld || last.some(keepsOthersWaiting)) return undefined
      const hasWorker = last.filter(({ act }) => act.isByJob).length < mostHeldJobs
      return acts.find((act) => !isOver(act) && (hasWorker || !act.isByJob))
    }
    while (!acts.every(isOver)) {
      const { child, url } = await start()
      for (let act = nextAct(); act !== undefined; act = nextAct()) {
        const n = firstStep + stride * all.filter((before) => before.act === act).length
        const one = await holdStep(url, { act, n, held: last })
        if (one === null) break
        all.push(one)
        if (one.step !== null) last.push(one)
      }
      await end(child, 'SIGKILL')
      await Promise.all(last.map(({ pressed }) => pressed))
    }
    const { child } = await start()
    await end(child, 'SIGTERM')
    for (const act of acts) {
      const held = all.filter((one) => one.act === act && one.step !== null)
      expect(held.length, act.name).toBeGreaterThanOrEqual(Math.floor(2 / stride))
    }
    expect(all.map(({ step }) => step)).toEqual(expect.arrayContaining(stride === 1 ? writesAtStripe : []))
    for (const one of all) expect(await outcomeOf(one), `${one.act.name} without ${one.step}`).toEqual(one.act.once)
  } finally {
    vi.unstubAllEnvs()
  }
})
