import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { closeSession } from './close-session.ts'
import { findCardHolder, lockSession } from './queries.ts'
import { overReason, withReading } from './update-session.ts'

type Report = { deviceId: number; sessionId: string; kwh: number | null; card: string | null; endedById?: number }
export type Ended = 'ended' | 'endedBefore' | 'unknown'

/** A machine was turned off, with a card, from the portal or by itself. The last reading of its meter counts. */
export const endSession = (ctx: Ctx, report: Report): Promise<Ended> =>
  record<Ended>(ctx, async (tx) => {
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
    return { result: over ? 'endedBefore' : 'ended', tell: await closeSession(tx, { ctx, closing }) }
  })
