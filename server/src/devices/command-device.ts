import { randomUUID } from 'node:crypto'
import type { DeviceCommand, DeviceKind } from '@spacekeeper/contract/devices.ts'
import { deviceDeeds } from '@spacekeeper/contract/events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { announceBump } from './announce-bump.ts'
import { awaitAnswer } from './await-answer.ts'
import { deviceOrders } from './channels.ts'
import { getDevice } from './queries.ts'
import { isInReach, isOffline } from './rules.ts'

const logGrew = screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })

/** Other systems command only while the site lets them, and only what their key reaches. */
const checkKey = async ({ actor, settings }: Ctx, device: { id: number; kind: DeviceKind }) => {
  if (actor.kind !== 'apiKey') return
  if (!(await settings.get('ENABLE_DOOR_BUMP_API'))) throw new AppError('bumpApiOff')
  if (!isInReach(actor.reach, device)) throw new AppError('notAllowed')
}

/**
 * Has a device do something, whichever process holds its socket. The order leaves with its audit event, so no door
 * opens unrecorded; one that reached nobody is recorded as such. Throws `deviceOffline`.
 */
export const commandDevice = async (
  ctx: Ctx,
  input: { deviceId: number; kind: DeviceKind; command: DeviceCommand },
): Promise<void> => {
  const { deviceId, command } = input
  const device = await getDevice(ctx, input)
  await checkKey(ctx, device)
  if (isOffline(device.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  const subject = { kind: 'device', id: deviceId }
  const orderId = randomUUID()
  const answer = awaitAnswer(ctx, { orderId, isForRelay: device.is_relay })
  try {
    await change(ctx, `${device.kind}.${deviceDeeds[command]}`, async () => ({
      result: undefined,
      subject,
      data: { orderId },
      tell: [deviceOrders.notice({ orderId, deviceId, command }), logGrew],
    }))
    if (await answer.reached) {
      if (command === 'bump') await announceBump(ctx, deviceId)
      return
    }
  } finally {
    answer.stop()
  }
  await change(ctx, `${device.kind}.notReached`, async () => ({
    result: undefined,
    subject,
    data: { orderId, command },
    tell: [logGrew],
  }))
  throw new AppError('deviceOffline')
}
