import type { Refusal } from '@spacekeeper/contract/doors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record, recordOne } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { storeSwipe } from '../doors/record-swipe.ts'
import { closeSession } from './close-session.ts'
import { openSession, type PricedMachine } from './open-session.ts'
import { findStart, lockOpenSession } from './queries.ts'
import { sessionNotices } from './session-notices.ts'

export type Started =
  | { outcome: 'started'; sessionId: string; memberId: number }
  /** Nobody has this card when `memberId` is null. */
  | { outcome: 'refused'; refusal: Refusal; memberId: number | null }

type Start = { deviceId: number; memberId: number; machine: PricedMachine }

/** A refused card is kept as a swipe with its reason, and touches nobody's session. */
export const refuseStart = async (
  ctx: Ctx,
  swipe: { deviceId: number; card: string | null; memberId: number | null; refusal: Refusal },
): Promise<Started> => {
  const outcome = swipe.refusal === 'lockedOut' ? 'lockedOut' : 'refused'
  await recordOne(ctx, storeSwipe({ ...swipe, outcome, now: ctx.now() }))
  return { outcome: 'refused', refusal: swipe.refusal, memberId: swipe.memberId }
}

const insert = (ctx: Ctx, start: Start): Promise<Started> =>
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
export const startSession = async (ctx: Ctx, input: { deviceId: number; card: string | null }): Promise<Started> => {
  const { deviceId, card } = input
  if (card === null) return { outcome: 'refused', refusal: 'noCard', memberId: null }
  const { memberId, refusal, machine } = await findStart(ctx, { deviceId, card })
  if (refusal !== null || memberId === null || !machine) {
    return refuseStart(ctx, { deviceId, card, memberId, refusal: refusal ?? 'unknownCard' })
  }
  return insert(ctx, { deviceId, memberId, machine })
}
