import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { closeSession, pricesOf } from './close-session.ts'
import { lockSession, type SessionRow } from './queries.ts'
import { costOf, isLost, isOverdue, readMeter } from './rules.ts'

type Report = { deviceId: number; sessionId: string; kwh: number | null }
/** `ended`: it was over before this, so the machine has no reason to run. */
export type Reported = 'running' | 'ended' | 'unknown'

/** The session after one more reading of the meter. */
export const withReading = (session: SessionRow, kwh: number | null): SessionRow => {
  const meter = readMeter({ lastReadingMwh: session.last_reading_mwh, energyMwh: session.energy_mwh }, kwh)
  return { ...session, last_reading_mwh: meter.lastReadingMwh, energy_mwh: meter.energyMwh }
}

const factsOf = (session: SessionRow) => ({
  startedAt: session.started_at,
  lastHeardAt: session.last_heard_at,
  maxMinutes: session.max_session_minutes,
})

/** A session that has been silent for too long, or lasted as long as it may, ends where it is noticed. */
export const overReason = (session: SessionRow, now: Date) => {
  if (isLost(factsOf(session), now)) return { reason: 'lost' as const, heardAt: session.last_heard_at }
  return isOverdue(factsOf(session), now) ? { reason: 'maxDuration' as const, heardAt: now } : null
}

/** A machine says that it runs, and what its meter shows. */
export const updateSession = (ctx: Ctx, report: Report): Promise<Reported> =>
  record<Reported>(ctx, async (tx) => {
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
