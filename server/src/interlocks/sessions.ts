import { randomUUID } from 'node:crypto'
import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Tx, recordOne, record } from '#platform/db/change.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import type { Notice } from '#platform/live/channel.ts'
import { findCardFacts } from '../access/card-facts.ts'
import { outcomeOf, refusalOf } from '../access/rules.ts'
import { storeSwipe } from '../access/swipes.ts'
import { deviceOrders } from '../devices/channels.ts'
import { startPrices } from './prices.ts'
import { readMeter, isLost, isOverdue, costOf, lostAfterMs } from './rules.ts'
import {
  type PricedMachine,
  lockOpenSession,
  closeSession,
  openSession,
  sessionNotices,
  type SessionRow,
  lockSession,
  pricesOf,
} from './session-rows.ts'

const machineRow = selectOnce((db, given: { deviceId: number }) =>
  db
    .selectFrom('devices as d')
    .leftJoin('machine_prices as p', 'p.device_id', 'd.id')
    .select(['d.name', 'd.is_locked_out', 'd.removed_at', 'd.is_authorised', ...startPrices])
    .where('d.id', '=', given.deviceId),
)

/** Whose card this is, why it may not start this machine now, and what the machine costs. */
const findStart = async (ctx: Ctx, input: { deviceId: number; card: string }) => {
  const [machine, facts] = await Promise.all([machineRow.first(ctx, input), findCardFacts(ctx, input)])
  if (!machine || !facts) return { memberId: null, refusal: 'unknownCard' as const, machine }
  // The socket of a machine that was removed closes a moment after this is known here.
  const isLockedOut = machine.is_locked_out || machine.removed_at !== null || !machine.is_authorised
  return { memberId: facts.memberId, refusal: refusalOf({ ...facts, isLockedOut }), machine }
}

/** The member this active card belongs to. */
const findCardHolder = async (tx: Tx, card: string): Promise<number | null> => {
  const row = await tx
    .selectFrom('cards')
    .select('member_id')
    .where('number', '=', card)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** Machines whose session is over without having been ended: silent for too long, at its longest, or locked out. */
const listOverdueMachines = async (ctx: Ctx, input: { heardBefore: Date; now: Date }): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select('s.device_id')
    .where('s.ended_at', 'is', null)
    .where((is) =>
      is.or([
        is('s.last_heard_at', '<', input.heardBefore),
        is('d.is_locked_out', '=', true),
        sql<boolean>`s.started_at + s.max_session_minutes * interval '1 minute' <= ${input.now}`,
      ]),
    )
    .orderBy('s.started_at')
    .limit(500)
    .execute()
  return rows.map((row) => row.device_id)
}

type StartedSession =
  | { outcome: 'started'; sessionId: string; memberId: number }
  /** `memberId` is null for an unknown card. */
  | { outcome: 'refused'; refusal: Refusal; memberId: number | null }

type SessionStart = { deviceId: number; memberId: number; machine: PricedMachine }

/** Stores a refused card as a swipe with its reason; a running session goes on. */
export const refuseStart = async (
  ctx: Ctx,
  swipe: { deviceId: number; card: string | null; memberId: number | null; refusal: Refusal },
): Promise<StartedSession> => {
  await recordOne(ctx, storeSwipe({ ...swipe, outcome: outcomeOf(swipe.refusal), now: ctx.now() }))
  return { outcome: 'refused', refusal: swipe.refusal, memberId: swipe.memberId }
}

const insertSession = (ctx: Ctx, start: SessionStart): Promise<StartedSession> =>
  record(ctx, async (tx) => {
    const open = await lockOpenSession(tx, start.deviceId)
    // A machine that starts anew has forgotten what ran before.
    const ended: Notice[] = open
      ? await closeSession(tx, { ctx, closing: { session: open, reason: 'newSession', heardAt: open.last_heard_at } })
      : []
    const sessionId = await openSession(tx, { ...start, now: ctx.now() })
    const { memberId } = start
    return { result: { outcome: 'started', sessionId, memberId }, tell: [...ended, ...sessionNotices()] }
  })

/** A card was held to a machine that stands still: starts a session, or keeps why not. */
export const startSession = async (
  ctx: Ctx,
  input: { deviceId: number; card: string | null },
): Promise<StartedSession> => {
  const { deviceId, card } = input
  if (card === null) return { outcome: 'refused', refusal: 'noCard', memberId: null }
  const { memberId, refusal, machine } = await findStart(ctx, { deviceId, card })
  if (refusal !== null || memberId === null || !machine) {
    return refuseStart(ctx, { deviceId, card, memberId, refusal: refusal ?? 'unknownCard' })
  }
  return insertSession(ctx, { deviceId, memberId, machine })
}

type UseReport = { deviceId: number; sessionId: string; kwh: number | null }

/** `ended`: it was over before this, so the machine has no reason to run. */
type ReportedSession = 'running' | 'ended' | 'unknown'

/** The session after one more reading of the meter. */
const withReading = (session: SessionRow, kwh: number | null): SessionRow => {
  const meter = readMeter({ lastReadingMwh: session.last_reading_mwh, energyMwh: session.energy_mwh }, kwh)
  return { ...session, last_reading_mwh: meter.lastReadingMwh, energy_mwh: meter.energyMwh }
}

const factsOf = (session: SessionRow) => ({
  startedAt: session.started_at,
  lastHeardAt: session.last_heard_at,
  maxMinutes: session.max_session_minutes,
})

/** A session that has been silent for too long, was locked out, or lasted as long as it may, ends where it is noticed. */
const overReason = (session: SessionRow, now: Date) => {
  if (isLost(factsOf(session), now)) return { reason: 'lost' as const, heardAt: session.last_heard_at }
  if (session.is_locked_out) return { reason: 'lockedOut' as const, heardAt: now }
  return isOverdue(factsOf(session), now) ? { reason: 'maxDuration' as const, heardAt: now } : null
}

/** A machine says that it runs, and what its meter shows. */
export const updateSession = (ctx: Ctx, report: UseReport): Promise<ReportedSession> =>
  record<ReportedSession>(ctx, async (tx) => {
    const stored = await lockSession(tx, report)
    if (!stored) return { result: 'unknown' }
    if (stored.ended_at !== null) return { result: 'ended' }
    const now = ctx.now()
    const over = overReason(stored, now)
    const session = over?.reason === 'lost' ? stored : withReading(stored, report.kwh)
    if (over) return { result: 'ended', tell: await closeSession(tx, { ctx, closing: { session, ...over } }) }
    const durationMs = now.getTime() - session.started_at.getTime()
    await tx
      .updateTable('interlock_sessions')
      .set({
        last_heard_at: now,
        last_reading_mwh: session.last_reading_mwh,
        energy_mwh: session.energy_mwh,
        cost_cents: costOf({ durationMs, energyMwh: session.energy_mwh, prices: pricesOf(session) }),
      })
      .where('id', '=', session.id)
      .execute()
    return { result: 'running' }
  })

type EndReport = { deviceId: number; sessionId: string; kwh: number | null; card: string | null; endedById?: number }

type EndedSession = 'ended' | 'endedBefore' | 'unknown'

/** A machine was turned off, with a card, from the portal or by itself. The last reading of its meter counts. */
export const endSession = (ctx: Ctx, report: EndReport): Promise<EndedSession> =>
  record<EndedSession>(ctx, async (tx) => {
    const stored = await lockSession(tx, report)
    if (!stored) return { result: 'unknown' }
    if (stored.ended_at !== null) return { result: 'endedBefore' }
    const now = ctx.now()
    const over = overReason(stored, now)
    const session = over?.reason === 'lost' ? stored : withReading(stored, report.kwh)
    const holderId = report.card === null ? null : await findCardHolder(tx, report.card)
    const endedById = report.endedById ?? holderId
    const reason = report.endedById !== undefined ? 'portal' : report.card === null ? 'device' : 'card'
    const closing = { session, endedById, reason, heardAt: now, ...over } as const
    // A machine that is locked out ends its use itself once it is told to.
    const wasOver = over !== null && over.reason !== 'lockedOut'
    return { result: wasOver ? 'endedBefore' : 'ended', tell: await closeSession(tx, { ctx, closing }) }
  })

/** Ends the session of a machine if it is over, and says whether it was. The machine then has to be told to lock. */
export const endIfOver = (
  ctx: Ctx,
  { deviceId, order }: { deviceId: number; order?: (sessionId: string) => Notice },
): Promise<boolean> =>
  record(ctx, async (tx) => {
    const session = await lockOpenSession(tx, deviceId)
    const over = session ? overReason(session, ctx.now()) : null
    if (!session || !over) return { result: false }
    // It did not say that it went on until now.
    const closing = { session, ...over, ...(over.reason === 'lockedOut' && { heardAt: session.last_heard_at }) }
    const ended = await closeSession(tx, { ctx, closing })
    return { result: true, tell: [...ended, ...(order ? [order(session.id)] : [])] }
  })

const lockOrder = (deviceId: number) => (sessionId: string) =>
  deviceOrders.notice({ orderId: randomUUID(), deviceId, command: 'lock', sessionId })

/** Ends every session that is over although no device reported its end. */
export const sweepSessions = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const machines = await listOverdueMachines(ctx, { heardBefore: new Date(now.getTime() - lostAfterMs), now })
  for (const deviceId of machines) await endIfOver(ctx, { deviceId, order: lockOrder(deviceId) })
}
