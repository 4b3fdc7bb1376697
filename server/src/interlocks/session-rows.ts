import { randomUUID } from 'node:crypto'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { seen } from '../access/last-seen.ts'
import { bookEntry, balanceNotices } from '../memberbucks/ledger.ts'
import { type EndReason, paidUntil, costOf, describeUse } from './rules.ts'
import { useEndedJob } from './use-news.ts'

const sessionColumns = [
  's.id',
  's.device_id',
  's.member_id',
  's.started_at',
  's.last_heard_at',
  's.ended_at',
  's.last_reading_mwh',
  's.energy_mwh',
  's.cost_per_session_cents',
  's.cost_per_hour_cents',
  's.cost_per_kwh_cents',
  's.max_session_minutes',
  'd.name',
  'd.is_locked_out',
] as const

const sessions = (tx: Tx) =>
  tx.selectFrom('interlock_sessions as s').innerJoin('devices as d', 'd.id', 's.device_id').select(sessionColumns)

/** A session of this very machine, locked until the transaction ends. */
export const lockSession = (tx: Tx, input: { sessionId: string; deviceId: number }) =>
  sessions(tx)
    .where('s.id', '=', input.sessionId)
    .where('s.device_id', '=', input.deviceId)
    .forNoKeyUpdate('s')
    .executeTakeFirst()

/** The session that runs on a machine, locked until the transaction ends. */
export const lockOpenSession = (tx: Tx, deviceId: number) =>
  sessions(tx)
    .where('s.device_id', '=', deviceId)
    .where('s.ended_at', 'is', null)
    .forNoKeyUpdate('s')
    .executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>

export type PricedMachine = {
  cost_per_session_cents: number
  cost_per_hour_cents: number
  cost_per_kwh_cents: number
  max_session_minutes: number | null
}

type SessionOpening = { deviceId: number; memberId: number; machine: PricedMachine; now: Date }

/** Begins a session at the prices of now and returns its id. There must be no other open session on the machine. */
export const openSession = async (tx: Tx, { deviceId, memberId, machine, now }: SessionOpening): Promise<string> => {
  const sessionId = randomUUID()
  await tx
    .insertInto('interlock_sessions')
    .values({
      id: sessionId,
      device_id: deviceId,
      member_id: memberId,
      started_at: now,
      last_heard_at: now,
      cost_per_session_cents: machine.cost_per_session_cents,
      cost_per_hour_cents: machine.cost_per_hour_cents,
      cost_per_kwh_cents: machine.cost_per_kwh_cents,
      max_session_minutes: machine.max_session_minutes,
    })
    .execute()
  await seen(tx, { memberId, at: now })
  return sessionId
}

/** The screens that show which machines are in use. */
export const sessionNotices = () => [
  screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
  screens.notice({ topic: 'access', audience: 'everybody' }),
  screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } }),
]

export type SessionClosing = {
  session: SessionRow
  reason: EndReason
  /** When the machine last reported the session. */
  heardAt: Date
  endedById?: number | null
}

export const pricesOf = (session: SessionRow) => ({
  perSessionCents: session.cost_per_session_cents,
  perHourCents: session.cost_per_hour_cents,
  perKwhCents: session.cost_per_kwh_cents,
})

/**
 * Ends a session that this transaction has locked and books what it costs, even below a balance of zero: what was used
 * has to be paid. A free session leaves no entry.
 */
export const closeSession = async (tx: Tx, input: { ctx: Ctx; closing: SessionClosing }): Promise<Notice[]> => {
  const { session, reason, heardAt, endedById } = input.closing
  const endedAt = paidUntil({ startedAt: session.started_at, maxMinutes: session.max_session_minutes }, heardAt)
  const durationMs = endedAt.getTime() - session.started_at.getTime()
  const costCents = costOf({ durationMs, energyMwh: session.energy_mwh, prices: pricesOf(session) })
  const booked =
    costCents > 0
      ? await bookEntry(tx, {
          ctx: input.ctx,
          movement: {
            memberId: session.member_id,
            amountCents: -costCents,
            type: 'interlock',
            source: 'device',
            description: describeUse({ deviceName: session.name, durationMs }),
            floorCents: null,
            deviceId: session.device_id,
            idempotencyKey: `interlock ${session.id}`,
          },
        })
      : null
  await tx
    .updateTable('interlock_sessions')
    .set({
      ended_at: endedAt,
      end_reason: reason,
      ended_by_id: endedById ?? null,
      last_heard_at: heardAt,
      last_reading_mwh: session.last_reading_mwh,
      energy_mwh: session.energy_mwh,
      cost_cents: costCents,
      ledger_entry_id: booked?.outcome === 'booked' ? booked.entryId : null,
    })
    .where('id', '=', session.id)
    .execute()
  // A session that never started is no news.
  if (reason !== 'noAnswer' && openWebhooks(await input.ctx.settings.all(), 'interlocks').length > 0) {
    await addJob(tx, useEndedJob, { sessionId: session.id })
  }
  return [...sessionNotices(), ...(booked ? balanceNotices(session.member_id) : [])]
}
