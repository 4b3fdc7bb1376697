import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'

export type MigrateInput = { connectionString: string; log: Logger; folder?: string }
type Migration = { name: string; sql: string; checksum: string }

const ourFolder = resolve(import.meta.dirname, '../../../migrations')
const lockKey = 7_305_931_402

const readMigrations = (folder: string): Migration[] => {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const numbers = new Set<string>()
  return files.map((file) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]
    if (number === undefined) throw new Error(`The migration ${file} must be named like 0012_what_it_does.sql`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`)
    numbers.add(number)
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** The migrations this portal brings, oldest first. */
export const migrationNames = (folder = ourFolder): string[] => readMigrations(folder).map(({ name }) => name)

/** What is left to apply; throws when the database and the files do not belong together. */
const findPending = (
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] => {
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

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
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

/** Brings the database up to date and returns the names of what was applied; processes that start at once take turns. */
export const migrate = async (input: MigrateInput): Promise<string[]> => {
  const { connectionString, log } = input
  const migrations = readMigrations(input.folder ?? ourFolder)
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
    return pending.map(({ name }) => name)
  } finally {
    // Ends the session, and with it the lock.
    await client.end()
  }
}
