import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createEmptyTestDatabase, createTestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })

const newFolder = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const query = async (connectionString: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const two = { '0001_doors.sql': 'create table doors (id integer)', '0002_names.sql': 'alter table doors add name text' }

test('migrations are applied in order, once', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const folder = newFolder(two)
  expect(await migrate({ connectionString, folder, log })).toEqual(['0001_doors', '0002_names'])
  expect(await migrate({ connectionString, folder, log })).toEqual([])
})

test('processes that start at once take turns', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const folder = newFolder(two)
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate({ connectionString, folder, log })))
  expect(applied.flat()).toEqual(['0001_doors', '0002_names'])
})

test('a migration that was edited after it was applied is refused', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const folder = newFolder(two)
  await migrate({ connectionString, folder, log })
  writeFileSync(join(folder, '0001_doors.sql'), 'create table doors (id bigint)')
  await expect(migrate({ connectionString, folder, log })).rejects.toThrow(
    /0001_doors was changed after it was applied/,
  )
})

test('a database that is newer than the code is refused', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const folder = newFolder(two)
  await migrate({ connectionString, folder, log })
  rmSync(join(folder, '0002_names.sql'))
  await expect(migrate({ connectionString, folder, log })).rejects.toThrow(
    /newer than this portal: it has the migration 0002_names/,
  )
})

test('a migration that comes too late for its number is refused', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  await migrate({ connectionString, folder: newFolder({ '0002_names.sql': 'select 1' }), log })
  const late = newFolder({ '0001_doors.sql': 'select 1', '0002_names.sql': 'select 1' })
  await expect(migrate({ connectionString, folder: late, log })).rejects.toThrow(/0001_doors comes before 0002_names/)
})

test('a migration that fails leaves the database as it was, and names itself', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const folder = newFolder({ ...two, '0003_broken.sql': 'create table half (id integer); select 1 / 0' })
  await expect(migrate({ connectionString, folder, log })).rejects.toThrow(
    /0003_broken failed, and the database is as it was: division by zero/,
  )
  expect(await query(connectionString, `select to_regclass('half') as half`)).toEqual([{ half: null }])
  expect(await query(connectionString, 'select name from schema_migrations order by name')).toEqual([])
})

test('a migration whose process is killed leaves the database as it was, and the next start goes on', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  await migrate({ connectionString, folder: newFolder(two), log })
  const folder = newFolder({ ...two, '0003_long.sql': 'create table half (id integer); lock table doors' })
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin; lock table doors')
  const program = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const log = { debug() {}, info() {}, warn() {} }
    await migrate({ connectionString: ${JSON.stringify(connectionString)}, folder: ${JSON.stringify(folder)}, log })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  const waiting = () =>
    query(
      connectionString,
      "select query from pg_stat_activity where datname = current_database() and query like '%create table half%' and wait_event_type = 'Lock'",
    )
  while ((await waiting()).length === 0) await setTimeout(50)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(await query(connectionString, "select to_regclass('half') as half")).toEqual([{ half: null }])

  await holder.end()
  expect(await migrate({ connectionString, folder, log })).toEqual(['0003_long'])
})

test.each([
  [['1_doors.sql'], 'must be named like'],
  [['0001_a.sql', '0001_b.sql'], 'Two migrations have the number 0001'],
])('the names %j are refused', async (names, message) => {
  const folder = newFolder(Object.fromEntries(names.map((name) => [name, 'select 1'])))
  await expect(migrate({ connectionString: 'postgresql://127.0.0.1:1/none', folder, log })).rejects.toThrow(message)
})

test('a test database has every migration of the portal', async () => {
  const { ownerUrl } = await createTestDatabase()
  expect(await migrate({ connectionString: ownerUrl, log })).toEqual([])
})
