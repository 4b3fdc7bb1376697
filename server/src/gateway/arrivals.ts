import { coalesceCalls } from '#platform/coalesce-runs.ts'
import { type Services, systemCtx, type Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceConnections } from '../devices/channels.ts'
import { findDevicesBySerial } from '../devices/devices.ts'
import { findDeviceKeys } from '../devices/keys.ts'
import { recordDeviceHeartbeats } from '../devices/presence.ts'
import { isOffline } from '../devices/rules.ts'

type DeviceArrival = {
  deviceId: number
  connectionId: string
  lastSeenAt: Date | null
}

/** Written at once, because an administrator may be waiting for a device. */
const recordArrivals = (ctx: Ctx, arrivals: readonly DeviceArrival[]): Promise<undefined[]> =>
  record(ctx, async (work) => {
    const heartbeats = new Map(arrivals.map(({ deviceId }) => [deviceId, work.now]))
    await recordDeviceHeartbeats(work, heartbeats)
    const tell = [
      ...arrivals.map(({ deviceId, connectionId }) => deviceConnections.notice({ deviceId, connectionId })),
      screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
    ]
    const isNews = arrivals.some(({ lastSeenAt }) => isOffline(lastSeenAt, work.now))
    if (isNews) tell.push(screens.notice({ topic: 'access', audience: 'everybody' }))
    return { result: arrivals.map(() => undefined), tell }
  })

/**
 * What a device that connects asks of the database. After a restart all of them come at once, so what arrives in the
 * same moment is asked together.
 */
export const batchArrivals = (services: Services) => {
  const ctx = systemCtx(services)
  return {
    findDevice: coalesceCalls((addresses: Parameters<typeof findDevicesBySerial>[1]) =>
      findDevicesBySerial(ctx, addresses),
    ),
    findKey: coalesceCalls((credentials: Parameters<typeof findDeviceKeys>[1]) => findDeviceKeys(ctx, credentials)),
    record: coalesceCalls((arrivals: readonly DeviceArrival[]) => recordArrivals(ctx, arrivals)),
  }
}
