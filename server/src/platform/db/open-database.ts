import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseUrls } from './database-accounts.ts'
import type { Database } from './database.gen.ts'
import {
  type AnyCall,
  connectionConfig,
  dropConnection,
  type ConnectionPatience,
  patienceOfDevices,
  patienceOfPages,
} from './deadline-client.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { isInsideTransaction } from './inside-transaction.ts'
import { preparedClientClass } from './prepared-client.ts'
import { openReadLines, type ReadLines } from './read-lines.ts'

export type DatabaseOptions = {
  databaseUrl: string | undefined
  dataDir: string
  /** Of this process; 10 unless told. */
  poolSize?: number
  /** Use the embedded database of a portal that runs on the folder, instead of refusing to start beside it. */
  joinsRunningPortal?: boolean
}

export type ConnectOptions = {
  connectionString: string
  poolSize?: number
  patience?: ConnectionPatience
  name?: string
  /** Throws where a transaction asks for a second connection, which is only logged otherwise. For tests. */
  refusesInside?: boolean
}

/** Ways to the same database: a pool, and lines that short reads share. */
export type Connections = { db: Kysely<Database>; pool: pg.Pool; reads: ReadLines }

export type OpenDatabase = Connections & { connectionString: string; close: () => Promise<void> }

const oldestVersion = 15

const parse = pg.types.getTypeParser
// As PostgreSQL numbers them.
const bigint = 20
const day = 1082

/** Whole numbers stay below 2^53 here, so they are numbers; a day is text, because as a Date it depends on the time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return parse(id, format)
    if (id === bigint) return Number
    return id === day ? String : parse(id, 'text')
  },
}

// TypeScript cannot tell the overloads of pg's connect apart once their arguments are passed on.
const asAnyCall = (call: pg.Pool['connect']) => call as AnyCall // the same function
const asConnect = (call: AnyCall) => call as pg.Pool['connect'] // answers each overload as pg does

const clientConfig = ({
  connectionString,
  name = 'spacekeeper',
  patience = patienceOfPages,
}: ConnectOptions): pg.ClientConfig => ({ ...connectionConfig({ connectionString, name, patience }), types })

/** A transaction that waits for a second connection may wait for others that do the same. */
const watchAsking = (pool: pg.Pool, { log, refuses }: { log: Logger; refuses: boolean }) => {
  const connect = asAnyCall(pool.connect.bind(pool))
  pool.connect = asConnect((...args) => {
    if (isInsideTransaction()) {
      const error = new Error('A transaction asks for a second connection. Ask the one it has.')
      if (refuses) throw error
      log.error({ err: error }, 'a transaction asked for a second connection')
    }
    return connect(...args)
  })
}

const openPool = (options: ConnectOptions, log: Logger): pg.Pool => {
  const { poolSize = 10 } = options
  const idle = new Set<pg.ClientBase>()
  // Where one connection does not answer the others seldom do, and each would cost its next user as long.
  const dropIdle = () => {
    for (const client of idle) dropConnection(client)
  }
  const pool = new pg.Pool({ ...clientConfig(options), Client: preparedClientClass(dropIdle), max: poolSize })
  pool.on('release', (_error, client) => idle.add(client))
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  watchAsking(pool, { log, refuses: options.refusesInside ?? false })
  // The error carries the connection and its secrets: only its message is logged.
  const lost = ({ message }: Error) =>
    pool.ending || log.warn({ reason: message }, 'a connection to the database was lost')
  pool.on('connect', (client) => client.on('error', lost))
  // Of idle connections the pool repeats what they said themselves.
  pool.on('error', () => {})
  return pool
}

const placeOf = (connectionString: string): string => {
  const { hostname, port, pathname } = new URL(connectionString)
  return `${decodeURIComponent(hostname)}:${port || '5432'}${pathname}`
}

const checkServer = async (pool: pg.Pool, connectionString: string): Promise<void> => {
  const answer = await pool.query<{ server_version: string }>('show server_version').catch((error: unknown): never => {
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new Error(`The database ${placeOf(connectionString)} cannot be reached: ${reason}`, { cause: error })
  })
  const version = answer.rows[0]?.server_version ?? 'unknown'
  if (!(Number.parseInt(version, 10) >= oldestVersion)) {
    throw new Error(
      `The database ${placeOf(connectionString)} is PostgreSQL ${version}; the portal needs ${oldestVersion} or newer.`,
    )
  }
}

const findServer = async (options: DatabaseOptions, log: Logger): Promise<EmbeddedPostgres> => {
  const { databaseUrl } = options
  const close = async () => {}
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, ownerUrl: databaseUrl, close }
  const running = options.joinsRunningPortal ? findEmbeddedPostgres(options.dataDir) : undefined
  if (running) return { ...running, close }
  return startEmbeddedPostgres({ dataDir: options.dataDir }, log)
}

/** A pool on a database that runs; `openDatabase` also starts one. */
export const connectDatabase = (options: ConnectOptions, log: Logger): OpenDatabase => {
  const pool = openPool(options, log)
  const reads = openReadLines(clientConfig(options), log)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    await reads.close()
    await db.destroy()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, reads, connectionString: options.connectionString, close }
}

/** Swipes are stored on three lines; lists, arrivals and heartbeats share the others. */
const deviceConnections = 6

/** Connections that only hardware uses, so that no page can use them up, and none that hangs holds up a door for long. */
export const connectDevices = (options: ConnectOptions, log: Logger): OpenDatabase =>
  connectDatabase(
    { poolSize: deviceConnections, patience: patienceOfDevices, ...options, name: 'spacekeeper devices' },
    log,
  )

/** Opens the database: the one of DATABASE_URL, or else an embedded one in DATA_DIR, started and stopped with it. */
export const openDatabase = async (
  options: DatabaseOptions,
  log: Logger,
): Promise<OpenDatabase & Pick<DatabaseUrls, 'ownerUrl'>> => {
  const server = await findServer(options, log)
  const { connectionString, ownerUrl } = server
  const { poolSize } = options
  const opened = connectDatabase({ connectionString, ...(poolSize && { poolSize }) }, log)
  const close = async (): Promise<void> => {
    await opened.close()
    await server.close()
  }
  try {
    await checkServer(opened.pool, connectionString)
  } catch (error) {
    await close()
    throw error
  }
  return { ...opened, ownerUrl, close }
}
