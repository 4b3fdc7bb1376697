import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { usualWatts } from '@spacekeeper/contract/interlocks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne, record, type Work, within } from '#platform/db/change.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import type { Notice } from '#platform/live/channel.ts'
import { sweep } from '#platform/sweep.ts'
import {
  type CardAtDevice,
  cardFactsOf,
  type FactReader,
  findSpaceFacts,
  lockCardHolder,
  selectCardFacts,
} from '../access/card-facts.ts'
import { type CardForms, withPlain } from '../access/card-forms.ts'
import { swipeOutcomeOf, swipeRefusalOf } from '../access/rules.ts'
import { storeSwipe } from '../access/stored-swipes.ts'
import { giveOrder, type Order } from '../devices/orders.ts'
import { askForTopUp } from '../memberbucks/balance-low.ts'
import { asOfNow, lockOrder, overReason, type UseRules } from './ended-uses.ts'
import { readMeter } from './meter.ts'
import { startPrices } from './prices.ts'
import { costsOf } from './rules.ts'
import {
  type PricedMachine,
  lockOpenSession,
  closeSession,
  openSession,
  openSessions,
  sessionNotices,
  type SessionRow,
  lockSession,
  pricesOf,
  meterOf,
  reportedColumns,
  followClock,
} from './session-rows.ts'

const startRow = selectOnce((db, given: CardAtDevice & CardForms) =>
  selectCardFacts(db, given)
    .leftJoin('machine_prices as p', 'p.device_id', 'd.id')
    .select(['d.name', 'd.removed_at', 'd.is_authorised', ...startPrices]),
)

/** Whose card this is, why it may not start this machine now, and what the machine costs; null for an unknown card. */
const findStart = async (reader: FactReader, input: CardAtDevice) => {
  const space = await findSpaceFacts(reader)
  const row = await startRow.first(reader, withPlain(input))
  if (!row) return null
  const facts = cardFactsOf({ member: row, device: row, isGranted: row.is_granted, space })
  // The socket of a machine that was removed closes a moment after this is known here.
  const isLockedOut = row.is_locked_out || row.removed_at !== null || !row.is_authorised
  return { memberId: row.id, refusal: swipeRefusalOf({ ...facts, isLockedOut }), machine: row }
}

type StartedSession =
  | { outcome: 'started'; sessionId: string; memberId: number }
  /** `memberId` is null for an unknown card. */
  | { outcome: 'refused'; refusal: Refusal; memberId: number | null }

/** Stores a refused card as a swipe with its reason; a running session goes on. */
export const refuseStart = async (
  ctx: Ctx,
  swipe: { deviceId: number; card: string | null; memberId: number | null; refusal: Refusal },
): Promise<StartedSession> => {
  await recordOne(ctx, storeSwipe({ ...swipe, outcome: swipeOutcomeOf(swipe.refusal), now: ctx.now() }))
  const { memberId } = swipe
  if (swipe.refusal === 'balanceTooLow' && memberId !== null)
    await record(ctx, async (work) => ({ result: await askForTopUp(work, memberId) }))
  return { outcome: 'refused', refusal: swipe.refusal, memberId }
}

type SessionStart = { deviceId: number; memberId: number; machine: PricedMachine }

/** A machine that starts anew has forgotten what ran before: that ends, and another session begins. */
const replaceSession = async (work: Work, start: SessionStart): Promise<{ sessionId: string; tell: Notice[] }> => {
  const stored = await lockOpenSession(work, start.deviceId)
  const open = stored && followClock(stored, work.ctx.now())
  const tell: Notice[] = open
    ? await closeSession(work, { session: open, reason: 'newSession', heardAt: open.last_heard_at })
    : []
  const sessionId = await openSession(work, start)
  if (sessionId === null) throw new Error(`another session began on machine ${start.deviceId}`)
  return { sessionId, tell }
}

/** Begins a session for the member of a card, who is locked before it is asked whether they may start the machine. */
const beginSession = (ctx: Ctx, input: CardAtDevice): Promise<StartedSession> =>
  record<StartedSession>(ctx, async (work) => {
    const holder = await lockCardHolder(work, input.card)
    const found = holder === null ? null : await findStart(within(work), input)
    if (!found || found.memberId !== holder)
      return { result: { outcome: 'refused', refusal: 'unknownCard', memberId: null } }
    const { memberId, refusal, machine } = found
    if (refusal !== null) return { result: { outcome: 'refused', refusal, memberId } }
    const start = { deviceId: input.deviceId, memberId, machine }
    const begun = await openSession(work, start)
    const { sessionId, tell } = begun === null ? await replaceSession(work, start) : { sessionId: begun, tell: [] }
    return { result: { outcome: 'started', sessionId, memberId }, tell: [...tell, ...sessionNotices()] }
  })

/** A card was held to a machine that stands still: starts a session, or keeps why not. */
export const startMachineSession = async (
  ctx: Ctx,
  input: { deviceId: number; card: string | null },
): Promise<StartedSession> => {
  const { deviceId, card } = input
  if (card === null) return { outcome: 'refused', refusal: 'noCard', memberId: null }
  const started = await beginSession(ctx, { deviceId, card })
  return started.outcome === 'refused' ? refuseStart(ctx, { ...started, deviceId, card }) : started
}

type UseReport = { deviceId: number; sessionId: string; kwh: number | null }

/** `ended`: it was over before this, so the machine has no reason to run. */
type ReportedSession = 'running' | 'ended' | 'unknown'

/** The session after one more reading of the meter. */
const withReading = (session: SessionRow, { kwh, at }: { kwh: number | null; at: Date }): SessionRow => {
  const meter = meterOf(session)
  // A use that began before this was kept has been read since its start.
  const lastRiseAt = meter.lastRiseAt ?? session.started_at
  const read = readMeter(
    { ...meter, lastRiseAt },
    {
      kwh,
      at,
      startedAt: session.started_at,
      ratedWatts: session.rated_watts ?? usualWatts,
    },
  )
  return {
    ...session,
    last_reading_mwh: read.lastReadingMwh,
    last_rise_at: read.lastRiseAt,
    energy_mwh: read.energyMwh,
    jump_mwh: read.jumpMwh,
  }
}

/** What the space says of uses that run. */
const findUseRules = async (ctx: Ctx): Promise<UseRules> => ({
  now: ctx.now(),
  space: await findSpaceFacts(ctx),
  graceMinutes: await ctx.settings.get('MACHINE_GRACE_MINUTES'),
})

/** A machine says that it runs, and what its meter shows. */
export const updateSession = (ctx: Ctx, report: UseReport): Promise<ReportedSession> =>
  record<ReportedSession>(ctx, async (work) => {
    const row = await lockSession(work, { ...report, card: null })
    if (!row) return { result: 'unknown' }
    if (row.ended_at !== null) return { result: 'ended' }
    const rules = await findUseRules(ctx)
    const { now } = rules
    const stored = asOfNow(row, rules)
    const over = overReason(stored, rules)
    const session = over?.reason === 'lost' ? stored : withReading(stored, { kwh: report.kwh, at: now })
    if (over) return { result: 'ended', tell: await closeSession(work, { session, ...over }) }
    const durationMs = now.getTime() - session.started_at.getTime()
    const { withJump, withoutJump } = costsOf({ durationMs, ...meterOf(session), prices: pricesOf(session) })
    const isHeld = withJump !== withoutJump
    await work.tx
      .updateTable('interlock_sessions')
      .set({
        last_heard_at: now,
        ...reportedColumns(session),
        review: isHeld ? 'waiting' : null,
        cost_cents: isHeld ? 0 : withoutJump,
      })
      .where('id', '=', session.id)
      .execute()
    return { result: 'running' }
  })

type EndReport = { deviceId: number; sessionId: string; kwh: number | null; card: string | null; endedById?: number }

type EndedSession = 'ended' | 'endedBefore' | 'unknown'

/** A machine was turned off, with a card, from the portal or by itself. The last reading of its meter counts. */
export const endMachineSession = (ctx: Ctx, report: EndReport): Promise<EndedSession> =>
  record<EndedSession>(ctx, async (work) => {
    const row = await lockSession(work, report)
    if (!row) return { result: 'unknown' }
    if (row.ended_at !== null) return { result: 'endedBefore' }
    const rules = await findUseRules(ctx)
    const { now } = rules
    const stored = asOfNow(row, rules)
    const over = overReason(stored, rules)
    const session = over?.reason === 'lost' ? stored : withReading(stored, { kwh: report.kwh, at: now })
    const endedById = report.endedById ?? row.card_holder_id
    const reason = report.endedById !== undefined ? 'portal' : report.card === null ? 'device' : 'card'
    const closing = { session, endedById, reason, heardAt: now, ...over } as const
    // A machine that was told to lock ends its use itself.
    const wasOver = over !== null && over.reason !== 'lockedOut' && over.reason !== 'accessEnded'
    return { result: wasOver ? 'endedBefore' : 'ended', tell: await closeSession(work, closing) }
  })

/** Ends the session of a machine if it is over, and says whether it was. The machine then has to be told to lock. */
export const endIfOver = (
  ctx: Ctx,
  { deviceId, order }: { deviceId: number; order?: (session: SessionRow) => Order },
): Promise<boolean> =>
  record(ctx, async (work) => {
    const stored = await lockOpenSession(work, deviceId)
    if (!stored) return { result: false }
    const rules = await findUseRules(ctx)
    const session = asOfNow(stored, rules)
    const over = overReason(session, rules)
    if (!over) {
      const { last_heard_at } = session
      const times = { ...reportedColumns(session), last_heard_at }
      if (session !== stored) {
        await work.tx.updateTable('interlock_sessions').set(times).where('id', '=', session.id).execute()
      }
      return { result: false }
    }
    // It did not say that it went on until now.
    const isNoticedHere = over.reason === 'lockedOut' || over.reason === 'accessEnded'
    const closing = { session, ...over, ...(isNoticedHere && { heardAt: session.last_heard_at }) }
    const ended = await closeSession(work, closing)
    return { result: true, tell: order ? [...ended, await giveOrder(work, order(session))] : ended }
  })

const mostSwept = 500

/** Machines whose session is over without having been ended, or that other things are true of than are stored. */
const listMachinesToEnd = async (ctx: Ctx): Promise<number[]> => {
  const [rules, running] = await Promise.all([
    findUseRules(ctx),
    openSessions(ctx.db).orderBy('s.started_at').limit(mostSwept).execute(),
  ])
  return running.flatMap((stored) => {
    const session = asOfNow(stored, rules)
    return session !== stored || overReason(session, rules) ? [stored.device_id] : []
  })
}

/** Ends every session that is over although no device reported its end. */
export const sweepSessions = async (ctx: Ctx): Promise<void> =>
  sweep(ctx, await listMachinesToEnd(ctx), {
    what: 'uses of machines',
    nameOf: (deviceId) => `machine ${deviceId}`,
    work: (deviceId) => endIfOver(ctx, { deviceId, order: lockOrder }),
  })
