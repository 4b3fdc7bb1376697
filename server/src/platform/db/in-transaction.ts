// On its own: an update and a copy of a database run so, on connections without the portal's pool.
import type pg from 'pg'

/** Runs in one transaction: all of it is there afterwards, or nothing. */
export const inTransaction = async <T>(client: pg.Client, begin: string, run: () => Promise<T>): Promise<T> => {
  await client.query(begin)
  try {
    const result = await run()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
