// On its own: backups, exports and imports speak to the database over connections of their own.

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
