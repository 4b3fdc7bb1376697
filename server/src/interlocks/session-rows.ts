import { randomUUID } from 'node:crypto'
import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { usualWatts } from '@spacekeeper/contract/interlocks/words.ts'
import { sql } from 'kysely'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceFactColumns, isGranted, memberFactColumns } from '../access/card-facts.ts'
import { isCard } from '../access/card-forms.ts'
import { seenUpdate } from '../access/last-seen.ts'
import { bookEntry, balanceNotices } from '../memberbucks/ledger.ts'
import { addDoingsJob } from '../webhooks/doings.ts'
import type { Meter } from './meter.ts'
import { costsOf, describeUse, type EndReason, latest, paidUntil } from './rules.ts'
import { countUse } from './use-counts.ts'
import { useEndedJob } from './use-news.ts'

export const sessionColumns = [
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
  's.max_cost_cents',
  's.max_charged_minutes',
  's.rated_watts',
  's.last_rise_at',
  's.jump_mwh',
  's.review',
  's.access_ended_at',
  'd.name',
] as const

/** Uses that run, and what decides whether their members may go on. */
export const openSessions = (db: Pick<Ctx['db'], 'selectFrom'>) =>
  db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select([...sessionColumns, ...memberFactColumns, ...deviceFactColumns, isGranted])
    .where('s.ended_at', 'is', null)

type ReportedUse = { sessionId: string; deviceId: number; card: string | null }

const reportedSession = compileOnce((db, given: ReportedUse & { plain: string | null }) =>
  db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select([...sessionColumns, ...memberFactColumns, ...deviceFactColumns, isGranted])
    .select(
      sql<number | null>`(select c.member_id from cards c where ${isCard(given)} and c.state = 'active')`.as(
        'card_holder_id',
      ),
    )
    .where('s.id', '=', given.sessionId)
    .where('s.device_id', '=', given.deviceId)
    .forNoKeyUpdate('s'),
)

/** A session of this very machine, locked until the transaction ends, and the member an active card belongs to. */
export const lockSession = async ({ tx }: Work, reported: ReportedUse) =>
  (await tx.executeQuery(reportedSession({ ...reported, plain: plainCard(reported.card ?? '') || null }))).rows[0]

/** The session that runs on a machine, locked until the transaction ends. */
export const lockOpenSession = ({ tx }: Work, deviceId: number) =>
  openSessions(tx).where('s.device_id', '=', deviceId).forNoKeyUpdate('s').executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockOpenSession>>>

export type PricedMachine = {
  cost_per_session_cents: number
  cost_per_hour_cents: number
  cost_per_kwh_cents: number
  max_session_minutes: number | null
  max_cost_cents: number | null
  rated_watts: number | null
}

type SessionOpening = { deviceId: number; memberId: number; machine: PricedMachine }

type NewSession = PricedMachine & {
  id: string
  deviceId: number
  memberId: number
  now: Date
  max_charged_minutes: number
}

/** Begins a session, and notes that its member was there. No row where another one is open on the machine. */
const beginSession = compileOnce(
  (_db, given: NewSession) =>
    sql<{ id: string }>`with begun as (
      insert into interlock_sessions (id, device_id, member_id, started_at, last_heard_at, cost_per_session_cents,
        cost_per_hour_cents, cost_per_kwh_cents, max_session_minutes, max_cost_cents, max_charged_minutes, rated_watts)
      values (${given.id}, ${given.deviceId}, ${given.memberId}, ${given.now}, ${given.now},
        ${given.cost_per_session_cents}, ${given.cost_per_hour_cents}, ${given.cost_per_kwh_cents},
        ${given.max_session_minutes}, ${given.max_cost_cents}, ${given.max_charged_minutes}, ${given.rated_watts})
      on conflict (device_id) where ended_at is null do nothing
      returning id
    ), seen as (${seenUpdate({ memberId: given.memberId, at: given.now })})
    select id from begun`,
)

/** Begins a session at the prices and limits of now and returns its id; null where another one is open on the machine. */
export const openSession = async (
  { tx, ctx }: Work,
  { deviceId, memberId, machine }: SessionOpening,
): Promise<string | null> => {
  const space = await ctx.settings.all()
  const begun = beginSession({
    id: randomUUID(),
    deviceId,
    memberId,
    now: ctx.now(),
    cost_per_session_cents: machine.cost_per_session_cents,
    cost_per_hour_cents: machine.cost_per_hour_cents,
    cost_per_kwh_cents: machine.cost_per_kwh_cents,
    max_session_minutes: machine.max_session_minutes,
    max_cost_cents: machine.max_cost_cents ?? space.MACHINE_MOST_COST * 100,
    max_charged_minutes: machine.max_session_minutes ?? space.MACHINE_CHARGED_HOURS * 60,
    rated_watts: machine.rated_watts ?? usualWatts,
  })
  const { rows } = await tx.executeQuery(begun)
  return rows[0]?.id ?? null
}

export type MeteredSession = Pick<SessionRow, 'last_reading_mwh' | 'last_rise_at' | 'energy_mwh' | 'jump_mwh'>

/** What the meter of a session showed so far. */
export const meterOf = (session: MeteredSession): Meter => ({
  lastReadingMwh: session.last_reading_mwh,
  lastRiseAt: session.last_rise_at,
  energyMwh: session.energy_mwh,
  jumpMwh: session.jump_mwh,
})

/**
 * A session by the clock of now. Once that was set back, all its times move with it, so that it has lasted as long as
 * before, goes on from there and is still found when the machine falls silent.
 */
export const followClock = (session: SessionRow, now: Date): SessionRow => {
  const { started_at, last_rise_at, last_heard_at, access_ended_at } = session
  const aheadMs = last_heard_at.getTime() - now.getTime()
  if (aheadMs <= 0) return session
  const moved = (at: Date) => new Date(at.getTime() - aheadMs)
  return {
    ...session,
    started_at: moved(started_at),
    last_heard_at: now,
    last_rise_at: last_rise_at && moved(last_rise_at),
    access_ended_at: access_ended_at && moved(access_ended_at),
  }
}

/** The columns of a session that change with the clock, with the rights of its member and with a reading. */
export const reportedColumns = (session: SessionRow) => {
  const { started_at, last_reading_mwh, last_rise_at, energy_mwh, jump_mwh, access_ended_at } = session
  return { started_at, last_reading_mwh, last_rise_at, energy_mwh, jump_mwh, access_ended_at }
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

export type PricedSession = Pick<
  SessionRow,
  'cost_per_session_cents' | 'cost_per_hour_cents' | 'cost_per_kwh_cents' | 'max_cost_cents' | 'max_charged_minutes'
>

export const pricesOf = (session: PricedSession) => ({
  perSessionCents: session.cost_per_session_cents,
  perHourCents: session.cost_per_hour_cents,
  perKwhCents: session.cost_per_kwh_cents,
  maxCostCents: session.max_cost_cents,
  maxChargedMinutes: session.max_charged_minutes,
})

type ChargedUse = Pick<SessionRow, 'id' | 'device_id' | 'member_id' | 'name'>

/** Books what a use costs, once, even below a balance of zero: what was used has to be paid. Free uses leave no entry. */
export const bookUse = async (
  work: Work,
  input: { use: ChargedUse; durationMs: number; costCents: number; source: 'device' | 'staff' },
): Promise<number | null> => {
  const { use, durationMs, costCents, source } = input
  if (costCents === 0) return null
  const booked = await bookEntry(work, {
    movement: {
      memberId: use.member_id,
      amountCents: -costCents,
      type: 'interlock',
      source,
      contraAccount: 'machineIncome',
      description: describeUse({ deviceName: use.name, durationMs }),
      floorCents: null,
      deviceId: use.device_id,
      idempotencyKey: `interlock ${use.id}`,
    },
  })
  return booked.outcome === 'booked' ? booked.entryId : null
}

/**
 * Ends a session that this transaction has locked and books what it costs. Where that depends on a reading the machine
 * cannot have caused, nothing is booked until staff decide.
 */
export const closeSession = async (work: Work, closing: SessionClosing): Promise<Notice[]> => {
  const { session, reason, endedById } = closing
  const heardAt = latest(session.started_at, closing.heardAt)
  const endedAt = paidUntil({ startedAt: session.started_at, maxMinutes: session.max_session_minutes }, heardAt)
  const durationMs = endedAt.getTime() - session.started_at.getTime()
  const { withJump, withoutJump } = costsOf({ durationMs, ...meterOf(session), prices: pricesOf(session) })
  const isHeld = withJump !== withoutJump
  const costCents = isHeld ? 0 : withoutJump
  const entryId = await bookUse(work, { use: session, durationMs, costCents, source: 'device' })
  await work.tx
    .updateTable('interlock_sessions')
    .set({
      ended_at: endedAt,
      end_reason: reason,
      ended_by_id: endedById ?? null,
      last_heard_at: heardAt,
      ...reportedColumns(session),
      review: isHeld ? 'waiting' : null,
      cost_cents: costCents,
      ledger_entry_id: entryId,
    })
    .where('id', '=', session.id)
    .execute()
  countUse({ deviceId: session.device_id, name: session.name, reason, durationMs, costCents })
  await addDoingsJob(work)
  // A session that never started is no news.
  if (reason !== 'noAnswer' && openWebhooks(await work.ctx.settings.all(), 'interlocks').length > 0) {
    await addJob(work, useEndedJob, { sessionId: session.id })
  }
  return [...sessionNotices(), ...(entryId === null ? [] : balanceNotices(session.member_id))]
}
