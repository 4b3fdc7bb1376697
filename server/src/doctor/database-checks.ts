import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { migrationNames } from '#platform/db/migrate.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { patienceMs } from '#platform/lags.ts'
import type { ListenState } from '#platform/live/listen.ts'
import { formatBytes } from './machine-checks.ts'

const minuteMs = 60_000

/** When PostgreSQL gives out no more corrections of a major version (postgresql.org/support/versioning). */
const supportedUntil: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

export const judgeServer = ({ version, now }: { version: string; now: Date }): HealthFinding => {
  const until = supportedUntil[Number.parseInt(version, 10)]
  const says = `The database answers. It is PostgreSQL ${version}.`
  if (until === undefined || now < new Date(until)) return { state: 'well', says }
  return {
    state: 'attention',
    says: `PostgreSQL ${version} has had no security updates since ${until}.`,
    todo: 'Plan the move to a newer version of PostgreSQL. The guide “Running the portal” says how.',
  }
}

export const judgeMigrations = (facts: { applied: readonly string[]; brought: readonly string[] }): HealthFinding => {
  const missing = facts.brought.filter((name) => !facts.applied.includes(name))
  const newer = facts.applied.filter((name) => !facts.brought.includes(name))
  if (missing.length > 0)
    return {
      state: 'wrong',
      says: `The database lacks ${missing.length} of the changes this version needs, from ${missing[0]} on.`,
      todo: 'Restart the portal: it brings the database up to date when it starts. If it doesn’t start, its last line says why.',
    }
  if (newer.length > 0)
    return {
      state: 'attention',
      says: `A newer version of the portal has changed the database: ${newer.at(-1)}.`,
      todo: 'Update this portal to the newest version, and restart it.',
    }
  return { state: 'well', says: `The database has all ${facts.brought.length} changes this version needs.` }
}

/** A transaction that stays open keeps others waiting, and the database from tidying up. */
export const judgeTransactions = (longestMs: number | null): HealthFinding => {
  const minutes = Math.floor((longestMs ?? 0) / minuteMs)
  if (minutes < 5) return { state: 'well', says: 'Nothing keeps the database busy for long.' }
  return {
    state: minutes < 60 ? 'attention' : 'wrong',
    says: `Something has kept a transaction of the database open for ${minutes} minutes.`,
    todo: 'If a backup or a report is running, wait for it. Otherwise close programs that are connected to the database, and restart the portal.',
  }
}

export const judgeConnections = (facts: { used: number; most: number }): HealthFinding => {
  const left = facts.most - facts.used
  if (left >= 10) return { state: 'well', says: `${facts.used} of ${facts.most} connections to the database are used.` }
  return {
    state: left >= 3 ? 'attention' : 'wrong',
    says: `Only ${Math.max(0, left)} of ${facts.most} connections to the database are left.`,
    todo: 'Stop other programs that use this database, or raise max_connections of PostgreSQL and restart it.',
  }
}

const one = async <Row>(ctx: Ctx, query: RawBuilder<Row>): Promise<Row> => {
  const [row] = await readRows<Row>(ctx, query)
  if (row === undefined) throw new Error('The database answered nothing.')
  return row
}

const findServer = async (ctx: Ctx) => {
  const { version } = await one(ctx, sql<{ version: string }>`select current_setting('server_version') as version`)
  return judgeServer({ version: version.split(' ')[0] ?? version, now: ctx.now() })
}

const findMigrations = async (ctx: Ctx) => {
  const rows = await readRows(ctx, sql<{ name: string }>`select name from schema_migrations order by name collate "C"`)
  return judgeMigrations({ applied: rows.map(({ name }) => name), brought: migrationNames() })
}

/** The disk of the portal's own database is looked at with the machine; of another one it is not known. */
const findSize = async (ctx: Ctx): Promise<HealthFinding> => {
  const { bytes } = await one(ctx, sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`)
  const says = `The database takes ${formatBytes(bytes)}.`
  if (ctx.setup?.hasOwnDatabase !== false) return { state: 'well', says }
  return {
    state: 'unknown',
    says: `${says} How much room its disk has can’t be seen from here, because it runs at DATABASE_URL.`,
    todo: 'Watch the disk on the machine of the database. A full disk stops the portal.',
  }
}

const findTransactions = async (ctx: Ctx) => {
  const { ms } = await one(
    ctx,
    sql<{ ms: number | null }>`select extract(epoch from max(now() - xact_start))::float8 * 1000 as ms
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  return judgeTransactions(ms)
}

const findConnections = async (ctx: Ctx) =>
  judgeConnections(
    await one(
      ctx,
      sql<{ used: number; most: number }>`select count(*)::int as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most
      from pg_stat_activity where backend_type = 'client backend'`,
    ),
  )

/** Of the process that looks. */
export const judgeListening = (state: ListenState): HealthFinding => {
  if (state === 'listening') return { state: 'well', says: 'Changes reach screens, doors and machines at once.' }
  if (state === 'deaf')
    return {
      state: 'wrong',
      says: 'The database passes no notices on, so screens, doors and machines learn of changes late, and orders to doors don’t arrive.',
      todo: 'If PgBouncer is in front of the database, let DATABASE_URL name PostgreSQL itself, and restart the portal.',
    }
  return {
    state: 'attention',
    says: 'The portal has just lost the connection on which it hears of changes.',
    todo: 'It connects again by itself. If this stays, look at the network between the portal and the database.',
  }
}

export const judgeLag = ({ ms }: { ms: number }): HealthFinding => {
  const seconds = Math.round(ms / 1000)
  if (ms <= patienceMs) return { state: 'well', says: 'Doors and machines have their newest lists and lockouts.' }
  return {
    state: 'wrong',
    says: `For ${seconds} seconds doors or machines have not been brought up to date.`,
    todo: 'The portal goes on trying. If this stays, restart it; the log says what failed.',
  }
}

const shared = { area: 'database', pace: 'now', timeoutMs: 5000 } as const

export const databaseChecks: readonly HealthCheck[] = [
  { ...shared, name: 'database.server', title: 'Database', find: findServer },
  { ...shared, name: 'database.migrations', title: 'Changes of the database', find: findMigrations },
  { ...shared, name: 'database.size', title: 'Size of the database', find: findSize },
  { ...shared, name: 'database.transactions', title: 'Open transactions', find: findTransactions },
  { ...shared, name: 'database.connections', title: 'Connections', find: findConnections },
  {
    ...shared,
    name: 'database.notices',
    title: 'Notices of changes',
    find: async ({ live }) => judgeListening(live.state()),
  },
  {
    ...shared,
    area: 'devices',
    name: 'devices.lag',
    title: 'Lists and lockouts',
    find: async ({ lags }) => judgeLag(lags.longest()),
  },
]
