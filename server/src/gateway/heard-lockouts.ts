import { type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { createReconciler } from '#platform/reconciler.ts'
import { devicesChanged } from '../devices/channels.ts'
import { type HeardLockout, recordHeardLockouts } from '../devices/presence.ts'

/** Stores which lockout each device is known to have heard, and tries again until that works. */
export const storeHeardLockouts = (services: Services) => {
  const ctx = systemCtx(services)
  const heard = new Map<number, HeardLockout>()
  const reconciler = createReconciler<number>({
    all: () => [...heard.keys()],
    run: async (deviceIds) => {
      const named = new Set(deviceIds)
      const batch = new Map([...heard].filter(([deviceId]) => named.has(deviceId)))
      if (batch.size === 0) return
      await record(ctx, async (work) => {
        const isNew = await recordHeardLockouts(work, batch)
        return { result: undefined, tell: isNew ? [devicesChanged] : [] }
      })
      for (const [deviceId, lockout] of batch) if (heard.get(deviceId) === lockout) heard.delete(deviceId)
    },
    log: services.log,
    failure: 'what devices heard of their lockout was not stored',
  })
  return {
    note: (deviceId: number, isLockedOut: boolean) => {
      heard.set(deviceId, { isLockedOut, at: services.now() })
      reconciler.followSoon([deviceId])
    },
    close: reconciler.close,
  }
}
