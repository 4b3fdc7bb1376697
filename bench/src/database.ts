import pg from 'pg'

/** Runs with a connection of its own. One that is cut fails the query that uses it; between two queries that is no error yet. */
export const withClient = async <T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connectionString)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
