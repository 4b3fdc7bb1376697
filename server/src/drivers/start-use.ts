import { randomUUID } from 'node:crypto'
import type { Refusal } from '@spacekeeper/contract/doors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceOrders } from '../devices/channels.ts'
import { isOffline } from '../devices/rules.ts'
import { closeSession } from '../interlocks/close-session.ts'
import { openSession, type PricedMachine } from '../interlocks/open-session.ts'
import { lockOpenSession } from '../interlocks/queries.ts'
import { sessionNotices } from '../interlocks/session-notices.ts'
import { refuseStart } from '../interlocks/start-session.ts'
import { orderRelay } from './order-relay.ts'
import { getUse } from './queries.ts'

type Start = { deviceId: number; memberId: number }

const access = () => screens.notice({ topic: 'access', audience: 'everybody' })

const begin = (ctx: Ctx, { deviceId, memberId, machine }: Start & { machine: PricedMachine }) =>
  orderRelay(ctx, { deviceId, memberId, command: 'unlock' }, (order) =>
    change(ctx, 'interlock.started', async (tx) => {
      // Two who press at once come one after the other.
      await tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
      if (await lockOpenSession(tx, deviceId)) throw new AppError('machineInUse')
      await openSession(tx, { deviceId, memberId, machine, now: ctx.now() })
      return {
        result: undefined,
        subject: { kind: 'device', id: deviceId },
        tell: [order, ...sessionNotices(), access()],
      }
    }),
  )

/** What did not start costs nothing; should the relay have heard of it after all, it is told to switch off. */
const takeBack = (ctx: Ctx, { deviceId, memberId }: Start) =>
  change(ctx, 'interlock.notReached', async (tx) => {
    const session = await lockOpenSession(tx, deviceId)
    const isHis = session?.member_id === memberId
    const closing = isHis ? { session, reason: 'noAnswer' as const, heardAt: session.started_at } : null
    const closed = closing ? await closeSession(tx, { ctx, closing }) : []
    const order = deviceOrders.notice({ orderId: randomUUID(), deviceId, command: 'lock', memberId })
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { command: 'unlock' },
      tell: [order, ...closed, access()],
    }
  })

/**
 * Starts a machine without a reader for a member, as his card would start one with a reader; why not comes back. The use
 * is stored before the relay is switched on. Throws `deviceOffline` when the relay does not answer.
 */
export const startUse = async (ctx: Ctx, { deviceId, memberId }: Start): Promise<Refusal | null> => {
  const { relay, refusal } = await getUse(ctx, { deviceId, memberId, kind: 'interlock' })
  if (refusal !== null) {
    await refuseStart(ctx, { deviceId, card: null, memberId, refusal })
    return refusal
  }
  if (!relay.is_authorised || isOffline(relay.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  if (await begin(ctx, { deviceId, memberId, machine: relay })) return null
  await takeBack(ctx, { deviceId, memberId })
  throw new AppError('deviceOffline')
}
