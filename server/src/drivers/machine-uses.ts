import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { lockFacts } from '../access/card-facts.ts'
import { giveOrder, newOrder } from '../devices/orders.ts'
import { isOffline } from '../devices/rules.ts'
import {
  closeSession,
  type PricedMachine,
  openSession,
  sessionNotices,
  lockOpenSession,
} from '../interlocks/session-rows.ts'
import { refuseStart } from '../interlocks/sessions.ts'
import { orderRelay, getUse, findOpenUse } from './relay-uses.ts'

type UseStart = { deviceId: number; memberId: number }

/** A start that was allowed a moment ago and is no longer. */
class RefusedStart extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`the start was refused meanwhile: ${refusal}`)
    this.refusal = refusal
  }
}

const begin = (ctx: Ctx, { deviceId, memberId, machine }: UseStart & { machine: PricedMachine }) =>
  orderRelay(ctx, { deviceId, memberId, command: 'unlock' }, (order) =>
    change(ctx, 'interlock.started', async (work) => {
      const { refusal } = await getUse(await lockFacts(work, memberId), { deviceId, memberId, kind: 'interlock' })
      if (refusal !== null) throw new RefusedStart(refusal)
      // Two members who press at once take turns.
      await work.tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
      const sessionId = await openSession(work, { deviceId, memberId, machine })
      if (sessionId === null) throw new AppError('machineInUse')
      return {
        result: undefined,
        subject: { kind: 'device', id: deviceId },
        tell: [await giveOrder(work, order), ...sessionNotices()],
      }
    }),
  )

/** A use that did not start costs nothing. In case the relay switched on after all, it is told to switch off. */
const takeBack = (ctx: Ctx, { deviceId, memberId }: UseStart) =>
  change(ctx, 'interlock.notReached', async (work) => {
    const session = await lockOpenSession(work, deviceId)
    const isOwn = session?.member_id === memberId
    const closing = isOwn ? { session, reason: 'noAnswer' as const, heardAt: session.started_at } : null
    const closed = closing ? await closeSession(work, closing) : []
    const order = await giveOrder(work, newOrder({ deviceId, command: 'lock', memberId }))
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { command: 'unlock' },
      tell: [order, ...closed],
    }
  })

/**
 * Starts a machine without a reader for a member, as their card would start one with a reader; the refusal comes back, if any. The use
 * is stored before the relay is switched on. Throws `deviceOffline` when the relay does not answer.
 */
export const startUse = async (ctx: Ctx, { deviceId, memberId }: UseStart): Promise<Refusal | null> => {
  const refuse = async (refusal: Refusal) => {
    await refuseStart(ctx, { deviceId, card: null, memberId, refusal })
    return refusal
  }
  const { relay, refusal } = await getUse(ctx, { deviceId, memberId, kind: 'interlock' })
  if (refusal !== null) return refuse(refusal)
  if (!relay.is_authorised || isOffline(relay.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  try {
    if (await begin(ctx, { deviceId, memberId, machine: relay })) return null
  } catch (error) {
    if (error instanceof RefusedStart) return refuse(error.refusal)
    throw error
  }
  await takeBack(ctx, { deviceId, memberId })
  throw new AppError('deviceOffline')
}

type UseEnding = { deviceId: number; memberId: number }

/** The relay is silent, so the use is paid for until it was last heard of, and the member need not wait for it. */
const endWithoutRelay = (ctx: Ctx, { deviceId, memberId }: UseEnding) =>
  record(ctx, async (work) => {
    const session = await lockOpenSession(work, deviceId)
    if (!session || session.member_id !== memberId) return { result: undefined }
    const closing = { session, reason: 'portal' as const, heardAt: session.last_heard_at, endedById: memberId }
    return { result: undefined, tell: await closeSession(work, closing) }
  })

/**
 * Ends a member's own use of a machine. Whichever process drives the relay reads the meter, switches it off and books
 * the use; when the relay does not answer, the use is over nevertheless. Whether it was switched off comes back.
 */
export const endUse = async (ctx: Ctx, { deviceId, memberId }: UseEnding): Promise<boolean> => {
  const use = await findOpenUse(ctx, deviceId)
  if (use?.member_id !== memberId) throw new AppError('notFound')
  const isSwitchedOff = await orderRelay(ctx, { deviceId, memberId, command: 'lock' }, (order) =>
    change(ctx, 'interlock.stopped', async (work) => ({
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      tell: [await giveOrder(work, order)],
    })),
  )
  await endWithoutRelay(ctx, { deviceId, memberId })
  return isSwitchedOff
}
