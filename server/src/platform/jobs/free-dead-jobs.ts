import { sql } from 'kysely'
import { type Services, systemCtx } from '../ctx.ts'
import { record } from '../db/change.ts'

/** A process takes its lease when it begins a job, so a job that has only just been taken up may have none yet. */
export const leaseMs = 30_000

/** The lease under which a process runs jobs, by the name the queue knows it by. */
export const leaseName = (worker: string) => `jobs ${worker}`

/**
 * Frees the jobs of processes that died, which would otherwise wait four hours. A process that lives has a lease while
 * it runs jobs.
 */
const freeDeadJobs = (services: Services): Promise<void> =>
  record(systemCtx(services), async ({ tx }) => {
    const { rows } = await sql<{ worker: string }>`select locked_by as worker from graphile_worker.jobs j
      where locked_by is not null
        and not exists (select from leases l where l.name = ${leaseName('')} || j.locked_by and l.ends_at > clock_timestamp())
      group by locked_by
      having max(locked_at) < clock_timestamp() - ${leaseMs}::int * interval '1 millisecond'`.execute(tx)
    // Each process has a name of its own.
    await tx
      .deleteFrom('leases')
      .where('ends_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
      .execute()
    const workers = rows.map(({ worker }) => worker)
    if (workers.length === 0) return { result: undefined }
    await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(tx)
    services.log.info('jobs: freed what a process that ended left unfinished')
    return { result: undefined }
  })

/** Frees them now and from then on, until what comes back is called. */
export const keepFreeing = async (services: Services): Promise<() => void> => {
  const free = () =>
    freeDeadJobs(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'jobs: those of the dead were not freed'),
    )
  await free()
  const timer = setInterval(() => void free(), leaseMs)
  return () => clearInterval(timer)
}
