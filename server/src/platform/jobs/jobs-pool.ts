import pg from 'pg'
import type { Logger } from 'pino'
import {
  type AnyCall,
  connectionConfig,
  DeadlineClient,
  type ConnectionPatience,
  patienceOfPages,
} from '../db/deadline-client.ts'

/** `cannot_connect_now`: what the queue waits for and tries again. */
const notNow = '57P03'
// The socket of a database that is starting again is not there for a moment: ENOENT.
const lostCodes = new Set(['57P01', '57P02', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])
const lostWords =
  /not queryable|Connection terminated|Connection ended|Query read timeout|timeout exceeded when trying to connect/

/**
 * The queue gives up on whatever it does not know as passing, and takes the process with it. A database that went away
 * comes back, so that is what a lost connection is called.
 */
const asPassing = (error: unknown): never => {
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    if (lostCodes.has(code) || lostWords.test(error.message)) Object.assign(error, { code: notNow })
  }
  throw error
}

// TypeScript cannot tell the overloads of pg apart once their arguments are passed on.
const asAnyCall = (call: pg.Client['query'] | pg.Pool['connect']) => call as AnyCall // the same function
const asQuery = (call: AnyCall) => call as pg.Client['query'] // answers each overload as pg does
const asConnect = (call: AnyCall) => call as pg.Pool['connect'] // answers each overload as pg does

/** The same call; where it answers with a promise, a lost connection passes. */
const passing =
  (call: AnyCall): AnyCall =>
  (...args) => {
    const result = call(...args)
    return result instanceof Promise ? result.catch(asPassing) : result
  }

class JobsClient extends DeadlineClient {
  constructor(config?: pg.ClientConfig) {
    super(config)
    this.query = asQuery(passing(asAnyCall(this.query.bind(this))))
  }
}

/** Each process that works on jobs has connections of a name that begins like this. */
export const workerName = 'spacekeeper jobs '

/** Connections of the queue's own, so that jobs and requests never wait for each other's. */
export const openJobsPool = (input: {
  connectionString: string
  log: Logger
  max: number
  patience?: ConnectionPatience
  /** Of its connections, as the database shows them. */
  name?: string
}): pg.Pool => {
  const { connectionString, log, max, patience = patienceOfPages, name = 'spacekeeper queue' } = input
  const config = connectionConfig({ connectionString, name, patience })
  const pool = new pg.Pool({ ...config, max, Client: JobsClient })
  pool.connect = asConnect(passing(asAnyCall(pool.connect.bind(pool))))
  // The error carries the connection and its secrets: only its message is logged.
  const lost = ({ message }: Error) =>
    pool.ending || log.warn({ reason: message }, 'jobs: a connection to the database was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
