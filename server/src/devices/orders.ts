import { randomUUID } from 'node:crypto'
import type { DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne, type Work } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import type { Notice } from '#platform/live/channel.ts'
import { deviceAnswers, deviceOrders } from './channels.ts'

type OrderTimes = {
  /** An order that has not been taken by then is never obeyed. */
  lifeMs: number
  /** How long its giver waits for an answer: longer than obeying takes for one that was taken at the last moment. */
  answerMs: number
}

/** A board is sent its order at once. */
export const socketTimes: OrderTimes = { lifeMs: 2_000, answerMs: 2_500 }

/** A relay answers only once it has obeyed: a slow lock behind a hub takes several seconds. */
export const relayTimes: OrderTimes = { lifeMs: 5_000, answerMs: 10_000 }

export type Order = {
  orderId: string
  deviceId: number
  command: DeviceCommand
  memberId?: number
  sessionId?: string
  lifeMs: number
}

const keptMs = 3_600_000

/**
 * Gives an order in the transaction that says why, so that nothing is done that is not stored. What comes back tells
 * whichever process holds the socket of the device, or drives its relay.
 */
export const giveOrder = async ({ tx }: Work, { lifeMs, ...order }: Order): Promise<Notice> => {
  const { orderId, deviceId } = order
  await sql`delete from device_orders where ends_at < clock_timestamp() - ${keptMs}::int * interval '1 millisecond'`.execute(
    tx,
  )
  await sql`insert into device_orders (id, device_id, ends_at)
    values (${orderId}, ${deviceId}, clock_timestamp() + ${lifeMs}::int * interval '1 millisecond')`.execute(tx)
  return deviceOrders.notice(order)
}

/** An order that no one waits for, such as to lock a machine whose use is over. */
export const newOrder = (order: Omit<Order, 'orderId' | 'lifeMs'>): Order => ({
  ...order,
  orderId: randomUUID(),
  lifeMs: relayTimes.lifeMs,
})

const take = compileOnce(
  (_db, { orderId }: { orderId: string }) =>
    sql<{ leftMs: number }>`update device_orders set taken_at = clock_timestamp()
      where id = ${orderId} and taken_at is null and given_up_at is null and ends_at > clock_timestamp()
      returning (extract(epoch from ends_at - clock_timestamp()) * 1000)::int as "leftMs"`,
)

/**
 * Takes an order before it is obeyed: for how many milliseconds it may still be. Null when it must not be: it is too
 * late, its giver has given it up, or it was taken already.
 */
export const takeOrder = async (ctx: Ctx, orderId: string): Promise<number | null> => {
  const [taken] = await recordOne(ctx, take({ orderId }))
  return taken ? taken.leftMs : null
}

const giveUp = compileOnce(
  (_db, { orderId }: { orderId: string }) =>
    sql<{ id: string }>`update device_orders set given_up_at = clock_timestamp()
      where id = ${orderId} and taken_at is null returning id`,
)

/**
 * Waits for what becomes of an order. Listens at once, so that no answer comes too early. `wait` resolves with whether it
 * was obeyed; where that is false it never will be.
 */
export const awaitAnswer = (ctx: Ctx, { orderId, isForRelay = false }: { orderId: string; isForRelay?: boolean }) => {
  const { promise: answered, resolve: settle } = Promise.withResolvers<boolean | null>()
  const timer = setTimeout(() => settle(null), (isForRelay ? relayTimes : socketTimes).answerMs)
  const stop = ctx.live.on(deviceAnswers, (answer) => {
    if (answer.orderId === orderId) settle(!answer.hasFailed)
  })
  return {
    wait: async (): Promise<boolean> => {
      const answer = await answered
      if (answer !== null) return answer
      const isGivenUp = (await recordOne(ctx, giveUp({ orderId }))).length > 0
      // Taken, and its answer was lost. A board was sent it at once; a relay that says nothing has not done it.
      return !isGivenUp && !isForRelay
    },
    stop: () => {
      clearTimeout(timer)
      stop()
    },
  }
}
