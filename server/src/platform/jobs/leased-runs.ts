import type { Services } from '../ctx.ts'
import { type Lease, openLease } from '../db/lease.ts'
import { leaseMs, leaseName } from './free-dead-jobs.ts'

const renewMs = leaseMs / 3

/**
 * Lets jobs run only while this process has a lease, so that no other process takes them for those of a dead one. It is
 * renewed while a job runs, and nothing is written while none does.
 */
export const openLeasedRuns = (services: Services) => {
  const { promise: leased, resolve: nameIt } = Promise.withResolvers<Lease>()
  let held: Lease | undefined
  let running = 0
  let timer: NodeJS.Timeout | undefined
  const renew = (lease: Lease) =>
    lease.hold().catch((error: unknown) => services.log.warn({ err: error }, 'jobs: the lease could not be renewed'))

  return {
    /** Has to be called before the first job: by what name the queue knows this process. */
    runAs: (worker: string) => {
      held ??= openLease(services, { name: leaseName(worker), lastsMs: leaseMs })
      nameIt(held)
    },
    run: async (work: () => Promise<unknown>): Promise<void> => {
      const lease = await leased
      if (!lease.isHeld() && (await lease.hold()) === null)
        throw new Error('Another process has the lease of this one.')
      running += 1
      timer ??= setInterval(() => void renew(lease), renewMs)
      try {
        await work()
      } finally {
        running -= 1
        if (running === 0) {
          clearInterval(timer)
          timer = undefined
        }
      }
    },
    close: async () => {
      clearInterval(timer)
      if (held?.isHeld()) await held.release().catch(() => undefined)
    },
  }
}
