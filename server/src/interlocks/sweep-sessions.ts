import { randomUUID } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { deviceOrders } from '../devices/channels.ts'
import { closeSession } from './close-session.ts'
import { listOverdueMachines, lockOpenSession } from './queries.ts'
import { lostAfterMs } from './rules.ts'
import { overReason } from './update-session.ts'

/** Ends the session of a machine if it is over; whether it was. It has to be told to lock, should it still run. */
export const endIfOver = (
  ctx: Ctx,
  { deviceId, order }: { deviceId: number; order?: (sessionId: string) => Notice },
): Promise<boolean> =>
  record(ctx, async (tx) => {
    const session = await lockOpenSession(tx, deviceId)
    const over = session ? overReason(session, ctx.now()) : null
    if (!session || !over) return { result: false }
    const ended = await closeSession(tx, { ctx, closing: { session, ...over } })
    return { result: true, tell: [...ended, ...(order ? [order(session.id)] : [])] }
  })

const lockOrder = (deviceId: number) => (sessionId: string) =>
  deviceOrders.notice({ orderId: randomUUID(), deviceId, command: 'lock', sessionId })

/** Ends every session that is over without anybody having said so. */
export const sweepSessions = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const machines = await listOverdueMachines(ctx, { heardBefore: new Date(now.getTime() - lostAfterMs), now })
  for (const deviceId of machines) await endIfOver(ctx, { deviceId, order: lockOrder(deviceId) })
}
