import { type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { recordDeviceHeartbeats } from '../devices/presence.ts'

const everyMs = 10_000

/** Records heartbeats of devices, for all of them together every few seconds. */
export const batchHeartbeats = (services: Services, intervalMs = everyMs) => {
  const ctx = systemCtx(services)
  let heartbeats = new Map<number, Date>()

  const flush = async () => {
    if (heartbeats.size === 0) return
    const batch = heartbeats
    heartbeats = new Map()
    await record(ctx, async (work) => ({
      result: await recordDeviceHeartbeats(work, batch),
    }))
  }
  const flushOrLog = () =>
    flush().catch((error: unknown) => services.log.error({ err: error }, 'last-seen times were not stored'))
  const timer = setInterval(() => void flushOrLog(), intervalMs)
  return {
    note: (deviceId: number) => {
      heartbeats.set(deviceId, services.now())
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flushOrLog()
    },
  }
}
