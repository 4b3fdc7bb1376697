import { resolve } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { applySqlObjects, readSqlFiles, readSqlObjects, type SqlFile } from './sql-objects.ts'

export type MigrateInput = {
  connectionString: string
  log: Logger
  /** Other migrations than those of the portal. Its functions and views may not fit them and are left out. */
  folder?: string
  /** Functions and views to go with such migrations. */
  objectsFolder?: string
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

/** What is left to apply; throws when the database and the files do not belong together. */
const findPending = (
  migrations: readonly SqlFile[],
  applied: readonly { name: string; checksum: string }[],
): SqlFile[] => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new Error(
        `The database is newer than this portal: it has the migration ${name}. Start the version that made it.`,
      )
    }
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

const apply = async (client: pg.Client, migration: SqlFile): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, checksum, applied_at) values ($1, $2, now())', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${migration.name} failed and was undone: ${reason}`, { cause: error })
  }
}

/**
 * Brings the database up to date: new migrations first, and then the functions and views whose text has changed. Returns
 * the names of what was applied. Processes that start at once take turns.
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
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
    )
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name collate "C"',
    )
    const pending = findPending(migrations, applied.rows)
    for (const migration of pending) {
      await apply(client, migration)
      log.debug({ migration: migration.name }, 'migration applied')
    }
    const last = pending.at(-1)
    if (last) log.info({ applied: pending.length, last: last.name }, 'the database was brought up to date')
    const replaced = await applySqlObjects(client, objects)
    if (replaced.length > 0) log.info({ replaced }, 'functions and views of the database were replaced')
    return [...pending.map(({ name }) => name), ...replaced]
  } finally {
    // Ends the session, and with it the lock.
    await client.end()
  }
}
