import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { workerName } from '#platform/jobs/jobs-pool.ts'
import { createLog } from '#platform/log/log.ts'
import { readConfig } from '../config.ts'
import { openServices, type OpenOptions } from '../services.ts'
import { newFolder } from '../test-process.ts'
import { backupFolder, listArchives, readOutcomes } from './backup-folder.ts'
import { anEmptyFolder, restore } from './backup-scene.testing.ts'

const ours = join(import.meta.dirname, '../../migrations')

/** The migrations of a version after this one. */
const newerWith = (text: string): string => {
  const folder = newFolder()
  cpSync(ours, folder, { recursive: true })
  writeFileSync(join(folder, '9999_newer.sql'), text)
  return folder
}

/** Starts this version on a folder, or one with other migrations; whether its database has the newer table. */
const start = async (env: Record<string, string>, given: string | OpenOptions = {}): Promise<boolean> => {
  const options = typeof given === 'string' ? { migrations: given } : given
  const { services, close } = await openServices(readConfig(env), createLog('silent'), options)
  try {
    const { rows } = await services.pool.query<{ has: boolean }>("select to_regclass('newer') is not null as has")
    return rows[0]?.has === true
  } finally {
    await close()
  }
}

test('a newer version backs the database up and tries its change on that, and the older one can go back to it', async () => {
  const DATA_DIR = anEmptyFolder()
  await start({ DATA_DIR })
  expect(await start({ DATA_DIR })).toBe(false)
  expect(await listArchives(backupFolder(DATA_DIR))).toEqual([])

  const newer = newerWith('create table newer (id integer)')
  expect(await start({ DATA_DIR }, newer)).toBe(true)
  const [archive, ...others] = await listArchives(backupFolder(DATA_DIR))
  expect(others).toEqual([])
  const name = archive?.name ?? ''
  expect((await readOutcomes(DATA_DIR)).proofs[name]).toMatchObject({ fault: null })
  expect(await start({ DATA_DIR }, newer)).toBe(true)
  expect(await listArchives(backupFolder(DATA_DIR))).toHaveLength(1)

  await expect(start({ DATA_DIR })).rejects.toThrow('The database is newer than this portal')
  await restore(join(backupFolder(DATA_DIR), name), { dataDir: DATA_DIR })
  expect(await start({ DATA_DIR })).toBe(false)
})

test('a change that fails on the copy leaves the database alone, and no heap of backups', async () => {
  const DATA_DIR = anEmptyFolder()
  await start({ DATA_DIR })
  const broken = newerWith('create table newer (id integer); select 1 / 0')
  await expect(start({ DATA_DIR }, broken)).rejects.toThrow(
    /Nothing was changed[^]*tried on a copy[^]*9999_newer[^]*division by zero[^]*UPGRADE_BACKUP=elsewhere/,
  )
  expect(await listArchives(backupFolder(DATA_DIR))).toEqual([])
  await expect(start({ DATA_DIR }, broken)).rejects.toThrow(/division by zero[^]*It is tried again after/)
  expect(await start({ DATA_DIR })).toBe(false)
  expect(await start({ DATA_DIR }, newerWith('create table newer (id integer)'))).toBe(true)
})

test('an update that succeeds on the copy and then fails again and again leaves one backup, which is kept', async () => {
  const DATA_DIR = anEmptyFolder()
  await start({ DATA_DIR })
  // Copies that are thrown away are not written to the disk at once.
  const broken = newerWith(
    `do $$ begin if current_setting('fsync') = 'on' then raise 'The disk is full'; end if; end $$`,
  )
  const names = new Set<string>()
  for (const _ of [1, 2]) {
    await expect(start({ DATA_DIR }, broken)).rejects.toThrow('The disk is full')
    const archives = await listArchives(backupFolder(DATA_DIR))
    expect(archives).toHaveLength(1)
    names.add(archives[0]?.name ?? '')
  }
  expect(names.size).toBe(2)
  expect((await readOutcomes(DATA_DIR)).beforeUpdate?.name).toBe([...names][1])
})

test('a command of newer files changes nothing under a portal that runs', async () => {
  const DATABASE_URL = (await createEmptyTestDatabase()).connectionString
  const DATA_DIR = anEmptyFolder()
  const running = new pg.Client({ connectionString: DATABASE_URL, application_name: `${workerName}1` })
  await running.connect()
  const joining = { joinsRunningPortal: true }
  await start({ DATA_DIR, DATABASE_URL }, joining)
  expect(await start({ DATA_DIR, DATABASE_URL }, joining)).toBe(false)
  const newer = { ...joining, migrations: newerWith('create table newer (id integer)') }
  await expect(start({ DATA_DIR, DATABASE_URL }, newer)).rejects.toThrow(/Nothing was changed\. Stop that portal/)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query("update schema_objects set checksum = 'older' where name = (select max(name) from schema_objects)")
  await client.end()
  await expect(start({ DATA_DIR, DATABASE_URL }, joining)).rejects.toThrow('Nothing was changed')
  await running.end()
  expect(await start({ DATA_DIR, DATABASE_URL, UPGRADE_BACKUP: 'elsewhere' }, newer)).toBe(true)
})

test('a portal of newer files changes nothing beside an older one that goes on, and waits for one that stops', async () => {
  const DATABASE_URL = (await createEmptyTestDatabase()).connectionString
  const env = { DATA_DIR: anEmptyFolder(), DATABASE_URL, UPGRADE_BACKUP: 'elsewhere' }
  await start(env)
  const older = new pg.Client({ connectionString: DATABASE_URL, application_name: `${workerName}1` })
  await older.connect()
  // One of the same version starts beside it.
  expect(await start(env, { waitMs: 0 })).toBe(false)
  const migrations = newerWith('create table newer (id integer)')
  await expect(start(env, { migrations, waitMs: 0 })).rejects.toThrow(
    /Nothing was changed\. Stop that portal, all its processes.*Its connections: pid \d+ from .+? since \d{4}-\d\d-\d\d \d\d:\d\d UTC.*pg_terminate_backend\(pid\)/,
  )
  const starting = start(env, { migrations })
  const lock =
    "select from pg_locks join pg_database as d on d.oid = database where datname = current_database() and locktype = 'advisory' and granted"
  await expect.poll(async () => (await older.query(lock)).rowCount).toBe(1)
  expect((await older.query("select to_regclass('newer') as made")).rows).toEqual([{ made: null }])
  await older.end()
  expect(await starting).toBe(true)
})

test('a backup that cannot be made refuses the change, until people say that they made one', async () => {
  const DATA_DIR = anEmptyFolder()
  await start({ DATA_DIR })
  writeFileSync(backupFolder(DATA_DIR), 'a file where the folder would be')
  const newer = newerWith('create table newer (id integer)')
  await expect(start({ DATA_DIR }, newer)).rejects.toThrow(/does not do so without a backup/)
  expect(await start({ DATA_DIR })).toBe(false)
  expect(await start({ DATA_DIR, UPGRADE_BACKUP: 'elsewhere' }, newer)).toBe(true)
})

test('a database at DATABASE_URL is backed up as its tables, and the change is tried on a copy in DATA_DIR', async () => {
  const DATA_DIR = anEmptyFolder()
  const DATABASE_URL = (await createEmptyTestDatabase()).connectionString
  await start({ DATA_DIR, DATABASE_URL })
  const broken = newerWith('create table newer (id integer); select 1 / 0')
  await expect(start({ DATA_DIR, DATABASE_URL }, broken)).rejects.toThrow(/Nothing was changed[^]*division by zero/)
  const newer = newerWith('create table newer (id integer)')
  expect(await start({ DATA_DIR, DATABASE_URL }, newer)).toBe(true)
  const [archive, ...others] = await listArchives(backupFolder(DATA_DIR))
  expect(others).toEqual([])
  expect(archive?.manifest?.form).toBe('tables')
})
