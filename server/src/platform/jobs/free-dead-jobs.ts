import type pg from 'pg'
import type { Logger } from 'pino'

// Any number that is only ours: advisory locks of one database share one space.
export const lockClass = 7_311

/**
 * Lets this process be known as living for as long as its connection stands, and frees the jobs of processes that died.
 * Without it a job that was running when the process was killed would wait four hours.
 */
export const freeDeadJobs = async (input: { client: pg.ClientBase; poolId: string; log: Logger }): Promise<void> => {
  const { client, poolId, log } = input
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, poolId])
  const { rows } = await client.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null and locked_by <> $1',
    [poolId],
  )
  for (const { locked_by: owner } of rows) {
    const { rows: tried } = await client.query<{ is_dead: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as is_dead',
      [lockClass, owner],
    )
    if (!tried[0]?.is_dead) continue
    await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [owner])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, owner])
    log.info('jobs: freed what a process that ended left unfinished')
  }
}
