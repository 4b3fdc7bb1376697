import pg from 'pg'
import type { Logger } from 'pino'

/** Connections of the queue's own, so that jobs and requests never wait for each other's. */
export const openJobsPool = (input: { connectionString: string; log: Logger; max: number }): pg.Pool => {
  const { connectionString, log, max } = input
  const pool = new pg.Pool({ connectionString, max, application_name: 'spacekeeper jobs' })
  const lost = (error: Error) => log.warn({ err: error }, 'jobs: a connection to the database was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
