import { randomUUID } from 'node:crypto'
import type { DeviceCommand } from '@spacekeeper/contract/devices.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Notice } from '#platform/live/channel.ts'
import { awaitAnswer } from '../devices/await-answer.ts'
import { deviceOrders } from '../devices/channels.ts'

type Ordered = { deviceId: number; memberId: number; command: DeviceCommand }

/**
 * Has a relay do something for a member. `store` keeps why and sends the order in the same transaction, so nothing is
 * switched that is not stored. Whether the relay obeyed comes back.
 */
export const orderRelay = async (ctx: Ctx, ordered: Ordered, store: (order: Notice) => Promise<void>) => {
  const orderId = randomUUID()
  const answer = awaitAnswer(ctx, { orderId, isForRelay: true })
  try {
    await store(deviceOrders.notice({ orderId, ...ordered }))
    return await answer.reached
  } finally {
    answer.stop()
  }
}
