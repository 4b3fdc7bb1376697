import type { Refusal } from '@spacekeeper/contract/doors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, recordOne } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { isOffline } from '../devices/rules.ts'
import { storeSwipe } from '../doors/record-swipe.ts'
import { orderRelay } from './order-relay.ts'
import { getUse } from './queries.ts'

type Opening = { deviceId: number; memberId: number }
export type Opened = { outcome: 'granted' | 'refused' | 'lockedOut'; refusal: Refusal | null }

const refuse = async (ctx: Ctx, { deviceId, memberId, refusal }: Opening & { refusal: Refusal }): Promise<Opened> => {
  const outcome = refusal === 'lockedOut' ? 'lockedOut' : 'refused'
  await recordOne(ctx, storeSwipe({ deviceId, memberId, card: null, outcome, refusal, now: ctx.now() }))
  return { outcome, refusal }
}

/** The swipe says what happened, and a door that did not answer did not open. */
const takeBack = (ctx: Ctx, { deviceId, swipeId }: { deviceId: number; swipeId: number }) =>
  change(ctx, 'door.notReached', async (tx) => {
    await tx.updateTable('swipes').set({ outcome: 'refused', refusal: 'noAnswer' }).where('id', '=', swipeId).execute()
    return { result: undefined, subject: { kind: 'device', id: deviceId }, data: { command: 'bump' } }
  })

/**
 * Opens a door without a reader for a member, as his card would open one with a reader. It is stored as a swipe first,
 * and counts as open once the relay says so. Throws `deviceOffline` when it does not.
 */
export const openDoor = async (ctx: Ctx, { deviceId, memberId }: Opening): Promise<Opened> => {
  const { relay, refusal } = await getUse(ctx, { deviceId, memberId, kind: 'door' })
  if (refusal !== null) return refuse(ctx, { deviceId, memberId, refusal })
  if (!relay.is_authorised || isOffline(relay.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  let swipeId = 0
  const isOpen = await orderRelay(ctx, { deviceId, memberId, command: 'bump' }, (order) =>
    change(ctx, 'door.opened', async (tx) => {
      const now = ctx.now()
      const swipe = await tx
        .insertInto('swipes')
        .values({ device_id: deviceId, member_id: memberId, outcome: 'granted', swiped_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      swipeId = swipe.id
      await tx.updateTable('members').set({ last_seen_at: now }).where('id', '=', memberId).execute()
      return {
        result: undefined,
        subject: { kind: 'device', id: deviceId },
        tell: [order, screens.notice({ topic: 'swipes', audience: 'activeMembers' })],
      }
    }),
  )
  if (isOpen) return { outcome: 'granted', refusal: null }
  await takeBack(ctx, { deviceId, swipeId })
  throw new AppError('deviceOffline')
}
