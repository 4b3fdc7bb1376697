import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { closeSession } from '../interlocks/close-session.ts'
import { lockOpenSession } from '../interlocks/queries.ts'
import { orderRelay } from './order-relay.ts'
import { findOpenUse } from './queries.ts'

type Ending = { deviceId: number; memberId: number }

const access = () => screens.notice({ topic: 'access', audience: 'everybody' })

/** The relay is silent, so the use is paid for until it was last heard of, and the member need not wait for it. */
const endWithoutRelay = (ctx: Ctx, { deviceId, memberId }: Ending) =>
  record(ctx, async (tx) => {
    const session = await lockOpenSession(tx, deviceId)
    if (!session || session.member_id !== memberId) return { result: undefined }
    const closing = { session, reason: 'portal' as const, heardAt: session.last_heard_at, endedById: memberId }
    return { result: undefined, tell: [...(await closeSession(tx, { ctx, closing })), access()] }
  })

/**
 * Ends a member's own use of a machine. Whichever process drives the relay reads the meter, switches it off and books
 * the use; when the relay does not answer, the use is over nevertheless. Whether it was switched off comes back.
 */
export const endUse = async (ctx: Ctx, { deviceId, memberId }: Ending): Promise<boolean> => {
  const use = await findOpenUse(ctx, deviceId)
  if (use?.member_id !== memberId) throw new AppError('notFound')
  const isSwitchedOff = await orderRelay(ctx, { deviceId, memberId, command: 'lock' }, (order) =>
    change(ctx, 'interlock.stopped', async () => ({
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      tell: [order],
    })),
  )
  await endWithoutRelay(ctx, { deviceId, memberId })
  return isSwitchedOff
}
