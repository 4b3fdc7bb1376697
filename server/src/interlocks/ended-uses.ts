import type { Work } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { cardFactsOf, type SpaceFacts } from '../access/card-facts.ts'
import { missingFromList } from '../access/rules.ts'
import { giveOrder, newOrder, type Order } from '../devices/orders.ts'
import { isAccessOver, isLost, isSessionOverdue } from './rules.ts'
import { closeSession, followClock, openSessions, type SessionRow } from './session-rows.ts'

/** What tells a machine that its use is over, and does nothing to the next one. */
export const lockOrder = (session: Pick<SessionRow, 'id' | 'device_id'>): Order =>
  newOrder({ deviceId: session.device_id, command: 'lock', sessionId: session.id })

/** Leaving the space ends no use, nor does a balance that the use itself spends. */
const hasAccess = (session: SessionRow, space: SpaceFacts): boolean =>
  missingFromList({
    ...cardFactsOf({ member: session, device: session, isGranted: session.is_granted, space }),
    needsVisit: false,
    lacksBalance: false,
  }) === null

/** What the space says of uses that run. */
export type UseRules = { now: Date; space: SpaceFacts; graceMinutes: number }

/** A session by the clock and by the rights of now; the same object where neither changed. */
export const asOfNow = (stored: SessionRow, { now, space }: UseRules): SessionRow => {
  const session = followClock(stored, now)
  const endedAt = hasAccess(session, space) ? null : (session.access_ended_at ?? now)
  return endedAt === session.access_ended_at ? session : { ...session, access_ended_at: endedAt }
}

/**
 * Why a session is over where it is noticed: it has been silent for too long, was locked out, lasted as long as it may,
 * or its member has had no access for as long as a machine may go on. Null while it is not.
 */
export const overReason = (session: SessionRow, { now, graceMinutes }: UseRules) => {
  const facts = {
    startedAt: session.started_at,
    lastHeardAt: session.last_heard_at,
    maxMinutes: session.max_session_minutes,
    accessEndedAt: session.access_ended_at,
  }
  if (isLost(facts, now)) return { reason: 'lost' as const, heardAt: session.last_heard_at }
  if (session.is_locked_out) return { reason: 'lockedOut' as const, heardAt: now }
  if (isAccessOver(facts, { now, graceMinutes })) return { reason: 'accessEnded' as const, heardAt: now }
  return isSessionOverdue(facts, now) ? { reason: 'maxDuration' as const, heardAt: now } : null
}

type UsesToEnd = { endedById: number | null } & ({ memberId: number } | { arePaid: true })

/**
 * Ends uses that run, those of a member or all that cost something, in the transaction that leaves nothing to pay them
 * from: each is paid until its machine was last heard of, and the machine is told to lock.
 */
export const endUses = async (work: Work, { endedById, ...which }: UsesToEnd): Promise<Notice[]> => {
  const running = await openSessions(work.tx)
    .where((is) =>
      'memberId' in which
        ? is('s.member_id', '=', which.memberId)
        : is.or([
            is('s.cost_per_session_cents', '>', 0),
            is('s.cost_per_hour_cents', '>', 0),
            is('s.cost_per_kwh_cents', '>', 0),
          ]),
    )
    .orderBy('s.member_id')
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute()
  const tell: Notice[] = []
  for (const stored of running) {
    const session = followClock(stored, work.ctx.now())
    const closing = { session, reason: 'portal' as const, heardAt: session.last_heard_at, endedById }
    tell.push(...(await closeSession(work, closing)), await giveOrder(work, lockOrder(session)))
  }
  return tell
}
