import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { version } from '#platform/version.ts'
import { inTransaction } from './in-transaction.ts'
import { applySqlObjects, findStale, readSqlFiles, readSqlObjects, type SqlFile, withUsed } from './sql-objects.ts'

/** A database that is in use and is about to be brought up to date. */
export type DatabaseUpdate = {
  /** The version of the portal that it comes from; null where it does not say. */
  from: string | null
  /** Its last migration. */
  last: string
  /** With none, functions and views alone are replaced. */
  newMigrations: number
  /** The same for the same change, tried again. */
  name: string
}

export type MigrateInput = {
  connectionString: string
  log: Logger
  /** Other migrations than those of the portal. Its functions and views may not fit them and are left out. */
  folder?: string
  /** Functions and views to go with such migrations. */
  objectsFolder?: string
  /** Runs before a database that is in use is changed, and refuses that by an error. */
  beforeUpdate?: (update: DatabaseUpdate) => Promise<void>
}

const ourFolder = resolve(import.meta.dirname, '../../../migrations')
export const ourObjectsFolder = resolve(import.meta.dirname, '../../../sql')
const lockKey = 7_305_931_402

const readMigrations = (folder: string): SqlFile[] => {
  const files = readSqlFiles(folder)
  const numbers = new Set<string>()
  for (const { name } of files) {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1]
    if (number === undefined) throw new Error(`The migration ${name}.sql must be named like 0012_what_it_does.sql`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`)
    numbers.add(number)
  }
  return files
}

/** The migrations this portal brings, oldest first. */
export const migrationNames = (folder = ourFolder): string[] => readMigrations(folder).map(({ name }) => name)

const createRegister =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)'

type AppliedMigration = { name: string; checksum: string }

/** The last version of the portal that worked with the database. */
const findVersion = async (client: pg.Client): Promise<string | null> => {
  const { rows: found } = await client.query("select from pg_class where oid = to_regclass('installed_versions')")
  if (found.length === 0) return null
  const { rows } = await client.query<{ version: string }>(
    'select version from installed_versions order by id desc limit 1',
  )
  return rows[0]?.version ?? null
}

const readApplied = async (client: pg.Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>('select name, checksum from schema_migrations order by name collate "C"')).rows

const newerSentence = (migration: string, by: string | null) =>
  `The database is newer than this portal: it has the migration ${migration}, and this is Spacekeeper ${version}. ` +
  `Start ${by === null || by === version ? 'the version that made it' : `Spacekeeper ${by}, which brought it up to date,`} or a newer one. ` +
  'To go back to this version, restore the backup that was made before the update (docs/guide/upgrade.md).'

/** What is left to apply; throws when the database and the files do not belong together. */
const findPending = async (
  client: pg.Client,
  migrations: readonly SqlFile[],
  applied: readonly AppliedMigration[],
): Promise<SqlFile[]> => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) throw new Error(newerSentence(name, await findVersion(client)))
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it was applied. Put the file back, and add a new one for the change.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const last = applied.at(-1)?.name ?? ''
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new Error(
      `The migration ${late.name} comes before ${last}, which is applied already. Give it a higher number.`,
    )
  return pending
}

// Checks that wait for the end of a transaction are made before the next migration, which may change their tables.
const endOfMigration = 'set constraints all immediate; set constraints all deferred'

const apply = async (client: pg.Client, migration: SqlFile): Promise<void> => {
  try {
    const values = [migration.name, migration.checksum].map((value) => client.escapeLiteral(value)).join(', ')
    const note = `insert into schema_migrations (name, checksum, applied_at) values (${values}, now())`
    // Sent as one: a first start has more than a hundred of them.
    await client.query(`${migration.sql}\n;${endOfMigration};${note}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${migration.name} failed, and the database is as it was: ${reason}`, {
      cause: error,
    })
  }
}

/** Functions that columns and indexes are computed by, so that rows which are put in are computed as they will be. */
const findComputing = async (client: pg.Client): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct p.proname as name from pg_depend as d
     join pg_proc as p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
     where d.classid in ('pg_attrdef'::regclass, 'pg_class'::regclass) and p.pronamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Makes the tables as they were after one of our migrations, in an empty database and within the transaction of the
 * caller, who fills them. Functions and views are today's where the tables are, too; the next start brings the rest.
 */
export const createTables = async (client: pg.Client, last: string): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
  await client.query(createRegister)
  const migrations = readMigrations(ourFolder)
  for (const migration of migrations) if (migration.name <= last) await apply(client, migration)
  const objects = readSqlObjects(ourObjectsFolder)
  const isToday = migrations.at(-1)?.name === last
  const computing = isToday ? new Set<string>() : await findComputing(client)
  await applySqlObjects(client, isToday ? objects : withUsed(objects, computing))
}

/** Throws where the migrations that filled tables had are not those of this portal. */
export const checkMigrations = async (client: pg.Client): Promise<void> => {
  await findPending(client, readMigrations(ourFolder), await readApplied(client))
}

/**
 * Brings the database up to date: new migrations first, and then the functions and views whose text has changed, all in
 * one transaction. Returns the names of what was applied. Processes that start at once take turns.
 */
export const migrate = async (input: MigrateInput): Promise<string[]> => {
  const { connectionString, log, objectsFolder = input.folder === undefined ? ourObjectsFolder : undefined } = input
  const migrations = readMigrations(input.folder ?? ourFolder)
  const objects = objectsFolder === undefined ? [] : readSqlObjects(objectsFolder)
  const client = new pg.Client({ connectionString, application_name: 'spacekeeper migrate' })
  client.on('error', ({ message }) => log.warn({ reason: message }, 'migrate: the connection to the database was lost'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(createRegister)
    const applied = await readApplied(client)
    const pending = await findPending(client, migrations, applied)
    const last = applied.at(-1)?.name
    const changed = [...pending, ...(await findStale(client, objects))]
    if (last !== undefined && changed.length > 0)
      await input.beforeUpdate?.({
        from: await findVersion(client),
        last,
        newMigrations: pending.length,
        name: createHash('sha256')
          .update(changed.map(({ checksum }) => checksum).join(' '))
          .digest('hex'),
      })
    // An older portal can go on with a database whose update has failed.
    const replaced = await inTransaction(client, 'begin', async () => {
      for (const migration of pending) {
        await apply(client, migration)
        log.debug({ migration: migration.name }, 'migration applied')
      }
      return applySqlObjects(client, objects)
    })
    const newest = pending.at(-1)
    if (newest) log.info({ applied: pending.length, last: newest.name }, 'the database was brought up to date')
    if (replaced.length > 0) log.info({ replaced }, 'functions and views of the database were replaced')
    return [...pending.map(({ name }) => name), ...replaced]
  } finally {
    // Ends the session, and with it the lock.
    await client.end()
  }
}
