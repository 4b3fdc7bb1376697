import { Kysely, PostgresDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.gen.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { PreparedClient } from './prepared-client.ts'

export type DatabaseOptions = {
  databaseUrl: string | undefined
  dataDir: string
  /** Of this process; 10 unless told. */
  maxConnections?: number
  /** Use the embedded database of a portal that runs on the folder, instead of refusing to start beside it. */
  joinsRunningPortal?: boolean
}

export type ConnectOptions = { connectionString: string; log: Logger; maxConnections?: number }

export type OpenDatabase = { db: Kysely<Database>; pool: pg.Pool; connectionString: string; close(): Promise<void> }

const oldestVersion = 15

const parse = pg.types.getTypeParser
const { INT8, DATE } = pg.types.builtins

/** Whole numbers stay below 2^53 here, so they are numbers; a day is text, because as a Date it depends on the time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return parse(id, format)
    if (id === INT8) return Number
    return id === DATE ? String : parse(id, 'text')
  },
}

/** The same database for those who only read: Kysely's own types do not convert, though every method is there. */
export const readOnly = (db: Kysely<Database>): ReadonlyKysely<Database> => db as never

const openPool = ({ connectionString, log, maxConnections = 10 }: ConnectOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    Client: PreparedClient,
    max: maxConnections,
    application_name: 'spacekeeper',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types,
  })
  // The error carries the connection and its secrets: only its message is logged.
  const lost = ({ message }: Error) => pool.ending || log.warn({ reason: message }, 'a connection to the database was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

const placeOf = (connectionString: string): string => {
  const { hostname, port, pathname } = new URL(connectionString)
  return `${hostname}:${port || '5432'}${pathname}`
}

const checkServer = async (pool: pg.Pool, connectionString: string): Promise<void> => {
  const answer = await pool
    .query<{ server_version: string }>('show server_version')
    .catch((error: unknown): never => {
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
  const elsewhere = options.databaseUrl ?? (options.joinsRunningPortal ? findEmbeddedPostgres(options.dataDir) : undefined)
  if (elsewhere !== undefined) return { connectionString: elsewhere, close: async () => {} }
  return startEmbeddedPostgres({ dataDir: options.dataDir }, log)
}

/** Connects to a database that runs; `openDatabase` also starts one. */
export const connectDatabase = async (options: ConnectOptions): Promise<OpenDatabase> => {
  const { connectionString } = options
  const pool = openPool(options)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    await db.destroy()
    if (!pool.ending) await pool.end()
  }
  try {
    await checkServer(pool, connectionString)
  } catch (error) {
    await close()
    throw error
  }
  return { db, pool, connectionString, close }
}

/** Opens the database: the one of DATABASE_URL, or else an embedded one in DATA_DIR, started and stopped with it. */
export const openDatabase = async (options: DatabaseOptions, log: Logger): Promise<OpenDatabase> => {
  const server = await findServer(options, log)
  const { maxConnections } = options
  try {
    const { connectionString } = server
    const opened = await connectDatabase({ connectionString, log, ...(maxConnections && { maxConnections }) })
    const close = async (): Promise<void> => {
      await opened.close()
      await server.close()
    }
    return { ...opened, close }
  } catch (error) {
    await server.close()
    throw error
  }
}
