import { randomUUID } from 'node:crypto'
import type { DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import {
  cardFactsOf,
  deviceFactColumns,
  type FactReader,
  findSpaceFacts,
  isGranted,
  memberFactColumns,
} from '../access/card-facts.ts'
import { swipeRefusalOf } from '../access/rules.ts'
import { awaitAnswer, type Order, relayTimes } from '../devices/orders.ts'
import { startPrices } from '../interlocks/prices.ts'

/** The use that is open on a machine. */
export const findOpenUse = async (ctx: Ctx, deviceId: number) =>
  (await ctx.db
    .selectFrom('interlock_sessions')
    .select(['id', 'member_id'])
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) ?? null

const factsRow = selectOnce((db, given: { deviceId: number; memberId: number }) =>
  db
    .selectFrom('device_drivers as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .innerJoin('members as m', (on) => on.on('m.id', '=', given.memberId))
    .leftJoin('machine_prices as p', 'p.device_id', 'd.id')
    .select([...memberFactColumns, ...deviceFactColumns, isGranted, ...startPrices])
    .select(['d.last_seen_at', 'd.is_authorised', 'r.settings', 'r.problem'])
    .where('r.device_id', '=', given.deviceId)
    .where('d.removed_at', 'is', null),
)

/** A relay, and why this member may not use it now, by the same rules as a card at a reader. */
export const getUse = async (
  reader: FactReader,
  input: { deviceId: number; memberId: number; kind: 'door' | 'interlock' },
) => {
  const { deviceId, memberId, kind } = input
  const space = await findSpaceFacts(reader)
  const relay = await factsRow.first(reader, { deviceId, memberId })
  if (!relay || relay.kind !== kind) throw new AppError('notFound')
  const refusal = swipeRefusalOf(cardFactsOf({ member: relay, device: relay, isGranted: relay.is_granted, space }))
  return { relay, refusal }
}

type MemberOrder = { deviceId: number; memberId: number; command: DeviceCommand }

/**
 * Has a relay do something for a member. `store` keeps why and gives the order in the same transaction, so nothing is
 * switched that is not stored. Whether the relay obeyed comes back.
 */
export const orderRelay = async (ctx: Ctx, ordered: MemberOrder, store: (order: Order) => Promise<void>) => {
  const orderId = randomUUID()
  const answer = awaitAnswer(ctx, { orderId, isForRelay: true })
  try {
    await store({ orderId, ...ordered, lifeMs: relayTimes.lifeMs })
    return await answer.wait()
  } finally {
    answer.stop()
  }
}

/** More than a member presses a button on purpose. */
const perMinute = 20

/** Counts what each member does with relays; one press too many is refused before anything is stored or switched. */
export const limitUses = () => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (memberId: number): Promise<void> => {
    try {
      await limiter.consume(memberId)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) })
    }
  }
}
