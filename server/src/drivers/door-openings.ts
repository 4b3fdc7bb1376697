import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { swipeOutcomeOf } from '../access/rules.ts'
import { storeSwipe } from '../access/stored-swipes.ts'
import { createSwipe, refuseStoredSwipe } from '../access/swipes.ts'
import { giveOrder } from '../devices/orders.ts'
import { isOffline } from '../devices/rules.ts'
import { getUse, orderRelay } from './relay-uses.ts'

type DoorOpening = { deviceId: number; memberId: number }

const takeBack = (ctx: Ctx, { deviceId, swipeId }: { deviceId: number; swipeId: number }) =>
  change(ctx, 'door.notReached', async (work) => {
    await refuseStoredSwipe(work, { swipeId, refusal: 'noAnswer' })
    return { result: undefined, subject: { kind: 'device', id: deviceId }, data: { command: 'bump' } }
  })

/**
 * Opens a door without a reader for a member, as their card would open one with a reader. It is stored as a swipe first,
 * and counts as open once the relay says so; why not comes back. Throws `deviceOffline` when the relay does not answer.
 */
export const openDoor = async (ctx: Ctx, { deviceId, memberId }: DoorOpening): Promise<Refusal | null> => {
  const { relay, refusal } = await getUse(ctx, { deviceId, memberId, kind: 'door' })
  if (refusal !== null) {
    const outcome = swipeOutcomeOf(refusal)
    await recordOne(ctx, storeSwipe({ deviceId, memberId, card: null, outcome, refusal, now: ctx.now() }))
    return refusal
  }
  if (!relay.is_authorised || isOffline(relay.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  let swipeId = 0
  const isOpen = await orderRelay(ctx, { deviceId, memberId, command: 'bump' }, (order) =>
    change(ctx, 'door.opened', async (work) => {
      swipeId = await createSwipe(work, { deviceId, memberId })
      return {
        result: undefined,
        subject: { kind: 'device', id: deviceId },
        tell: [await giveOrder(work, order), screens.notice({ topic: 'swipes', audience: 'activeMembers' })],
      }
    }),
  )
  if (isOpen) return null
  await takeBack(ctx, { deviceId, swipeId })
  throw new AppError('deviceOffline')
}
