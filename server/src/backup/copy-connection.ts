import pg from 'pg'

/** A connection of its own to a database that is copied, filled or compared. */
export const connected = async <T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString, application_name: 'spacekeeper backup' })
  // A lost connection fails the query that waits.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

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
