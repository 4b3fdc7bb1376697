// On its own: tests of several domains hold a row until others wait for it.
import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from './database.gen.ts'

/** Waits until so many connections of this database wait for a lock. */
export const untilLocksAwaited = async (db: Kysely<Database>, count = 1): Promise<void> => {
  const waiting = sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBeGreaterThanOrEqual(count)
}
