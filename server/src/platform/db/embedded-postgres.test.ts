import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { giveRights } from './database-accounts.ts'
import { removeEmbeddedPostgres } from './embedded-postgres.ts'
import { openDatabase } from './open-database.ts'
import { findPostmaster, stopPostmaster } from './postmaster-file.ts'
import { startOfProcess } from './running-process.ts'
import { runAsAdmin } from './test-database.ts'

const log = pino({ level: 'silent' })

const newDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-embedded-'))
  chmodSync(folder, 0o711)
  onTestFinished(async () => {
    const left = findPostmaster(join(folder, 'data/postgres'))
    if (left) await stopPostmaster(left.pid)
    rmSync(folder, { recursive: true, force: true })
  })
  return join(folder, 'data')
}

const open = async (dataDir: string) => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, log)
  onTestFinished(() => database.close())
  return database
}

const factsTable = 'create table if not exists facts (id integer)'

const writeForEver = `
  for (let id = 1; ; id += 1) {
    await pool.query('insert into facts (id) values ($1)', [id])
    process.stdout.write(id + '\\n')
  }
`

const opener = (dataDir: string, then: string): string => `
  const { openDatabase } = await import(${JSON.stringify(new URL('open-database.ts', import.meta.url).href)})
  const { pino } = await import('pino')
  const { giveRights } = await import(${JSON.stringify(new URL('database-accounts.ts', import.meta.url).href)})
  const { default: pg } = await import('pg')
  const { pool, ...urls } = await openDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(dataDir)} }, pino({ level: 'silent' }))
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  await owner.query('${factsTable}')
  await owner.end()
  await giveRights(urls)
  ${then}
`

/** A portal process that writes until it is killed; returns the last row it was told is safe. */
const killWhileWriting = async (dataDir: string): Promise<number> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', opener(dataDir, writeForEver)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let last = 0
  let rest = ''
  for await (const chunk of child.stdout) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    last = Number(lines.at(-1) ?? last)
    if (last >= 50) child.kill('SIGKILL')
  }
  // What it says ends a moment before it does.
  await ended
  return last
}

test('a killed portal leaves a server behind, and the next start takes over without losing a row', async () => {
  const dataDir = newDataDir()
  const written = await killWhileWriting(dataDir)
  const orphan = findPostmaster(join(dataDir, 'postgres'))
  expect(written).toBeGreaterThanOrEqual(50)
  expect(orphan).toBeDefined()

  const { db } = await open(dataDir)
  const { rows } = await sql<{
    count: number
    last: number
  }>`select count(*) as count, max(id) as last from facts`.execute(db)
  expect(rows[0]?.count).toBe(rows[0]?.last)
  expect(rows[0]?.last).toBeGreaterThanOrEqual(written)
  expect(startOfProcess(orphan?.pid ?? 0)).toBeUndefined()
})

test('a portal and its server that were both killed are recovered from', async () => {
  const dataDir = newDataDir()
  const written = await killWhileWriting(dataDir)
  const orphan = findPostmaster(join(dataDir, 'postgres'))
  process.kill(orphan?.pid ?? 0, 'SIGKILL')

  const { db } = await open(dataDir)
  const { rows } = await sql<{ last: number }>`select max(id) as last from facts`.execute(db)
  expect(rows[0]?.last).toBeGreaterThanOrEqual(written)
})

test('a second portal on the folder is refused, with the folder and the process named', async () => {
  const dataDir = newDataDir()
  const first = await open(dataDir)
  await expect(openDatabase({ databaseUrl: undefined, dataDir }, log)).rejects.toThrow(
    `Another portal (process ${process.pid}) already works in ${dataDir}`,
  )
  await expect(first.pool.query('select 1')).resolves.toBeDefined()
})

test('a command beside a running portal joins its database, and leaves it running', async () => {
  const dataDir = newDataDir()
  const portal = await open(dataDir)
  const command = await openDatabase({ databaseUrl: undefined, dataDir, joinsRunningPortal: true }, log)
  expect(command.connectionString).toBe(portal.connectionString)
  await command.close()
  await expect(portal.pool.query('select 1')).resolves.toBeDefined()
})

test('a lock and a pid file whose pids now belong to other programs are no obstacle', async () => {
  const dataDir = newDataDir()
  await (await openDatabase({ databaseUrl: undefined, dataDir }, log)).close()
  const stranger = spawn('sleep', ['60'])
  onTestFinished(() => void stranger.kill('SIGKILL'))
  writeFileSync(join(dataDir, 'portal.lock'), `${stranger.pid}\nsome other start\n`)
  const folder = join(dataDir, 'postgres')
  writeFileSync(join(folder, 'postmaster.pid'), `${stranger.pid}\n${folder}\n1\n5432\n\n127.0.0.1\n0 0\nready\n`)

  const { pool } = await open(dataDir)
  await expect(pool.query('select 1')).resolves.toBeDefined()
  expect(stranger.exitCode).toBeNull()
})

test('a copy of a folder that holds the lock of a running portal starts beside the original', async () => {
  const [dataDir, copy] = [newDataDir(), newDataDir()]
  await (await openDatabase({ databaseUrl: undefined, dataDir }, log)).close()
  // Copied at rest, and the lock afterwards: files of a database at work may vanish under a copy.
  cpSync(dataDir, copy, { recursive: true })
  chmodSync(join(copy, 'postgres'), 0o700)
  const original = await open(dataDir)
  cpSync(join(dataDir, 'portal.lock'), join(copy, 'portal.lock'))
  const { pool } = await open(copy)
  await expect(pool.query('select 1')).resolves.toBeDefined()
  await expect(original.pool.query('select 1')).resolves.toBeDefined()
  await expect(openDatabase({ databaseUrl: undefined, dataDir: copy }, log)).rejects.toThrow('already works in')
})

test('a database that another version of PostgreSQL wrote is refused with both versions named', async () => {
  const dataDir = newDataDir()
  await (await openDatabase({ databaseUrl: undefined, dataDir }, log)).close()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(openDatabase({ databaseUrl: undefined, dataDir }, log)).rejects.toThrow(
    /was written by PostgreSQL 17, and this version of the portal comes with PostgreSQL \d+, which cannot read it/,
  )
})

test('of several portals that start at once on a stale lock, one gets the folder', async () => {
  const dataDir = newDataDir()
  mkdirSync(dataDir, { mode: 0o711 })
  writeFileSync(join(dataDir, 'portal.lock'), '999999\nlong ago\n')
  const starts = await Promise.allSettled([1, 2, 3].map(() => open(dataDir)))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a first start that was cut off is begun anew', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true, mode: 0o711 })
  const { pool } = await open(dataDir)
  await expect(pool.query('select 1')).resolves.toBeDefined()
})

test('the server listens on this machine only, at a socket none but its account reaches, and wants passwords made of one that only the owner can read', async () => {
  const dataDir = newDataDir()
  const { pool, connectionString } = await open(dataDir)
  const url = new URL(connectionString)
  expect(url.password).not.toBe(readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim())
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  url.password = 'guess'
  await expect(openDatabase({ databaseUrl: url.href, dataDir }, log)).rejects.toThrow(
    /cannot be reached: password authentication failed/,
  )

  const { rows } = await pool.query(
    `select current_setting('listen_addresses') as addresses, 
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('data_checksums') as sums`,
  )
  expect(rows).toEqual([{ addresses: '127.0.0.1', fsync: 'on', commit: 'on', sums: 'on' }])
  expect(decodeURIComponent(url.hostname)).toBe(join(dataDir, 'postgres-socket'))
  expect(statSync(join(dataDir, 'postgres-socket')).mode & 0o777).toBe(0o700)
  expect((await pool.query(`select lower('ÉÄ') as lower, length('ß→') as length`)).rows).toEqual([
    { lower: 'éä', length: 2 },
  ])
})

test('below a path too long for sockets the database is reached by TCP', async () => {
  const dataDir = join(newDataDir(), 'a, "long" name'.repeat(6))
  const { pool, connectionString } = await open(dataDir)
  expect(new URL(connectionString).hostname).toBe('127.0.0.1')
  await expect(pool.query('select 1')).resolves.toBeDefined()
})

test('the database works below a folder that is closed to others, whatever its name', async () => {
  const dataDir = `${newDataDir()} of "a, b"`
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o700)
  const { pool } = await open(dataDir)
  await expect(pool.query('select 1')).resolves.toBeDefined()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(existsSync(join(dataDir, 'postgres-socket'))).toBe(true)
})

test('a portal that exits without closing takes its server along', async () => {
  const dataDir = newDataDir()
  const child = spawn(process.execPath, ['--input-type=module', '-e', opener(dataDir, 'process.exit(1)')], {
    cwd: import.meta.dirname,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'exit')
  await expect.poll(() => findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
})

test('closing stops the server and frees the folder', async () => {
  const dataDir = newDataDir()
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, log)
  const server = findPostmaster(join(dataDir, 'postgres'))
  await database.close()
  expect(startOfProcess(server?.pid ?? 0)).toBeUndefined()
  expect(statSync(join(dataDir, 'portal.lock'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a server that is killed is started again, and nothing that was committed is lost', async () => {
  const dataDir = newDataDir()
  const { pool, ...urls } = await open(dataDir)
  await runAsAdmin(urls.ownerUrl, factsTable)
  await giveRights(urls)
  await pool.query('insert into facts values (1)')
  for (const expected of [1, 2]) {
    const killed = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => findPostmaster(join(dataDir, 'postgres'))?.pid ?? killed).not.toBe(killed)
    const count = () => pool.query('select from facts').then(({ rowCount }) => rowCount)
    await expect.poll(() => count().catch(() => null)).toBe(expected)
    const add = () =>
      pool.query('insert into facts values (2)').then(
        () => true,
        () => false,
      )
    await expect.poll(add).toBe(true)
  }
})

test('a database can be thrown away, but not under a portal that works with it', async () => {
  const dataDir = newDataDir()
  const portal = await openDatabase({ databaseUrl: undefined, dataDir }, log)
  await expect(removeEmbeddedPostgres(dataDir, log)).rejects.toThrow('Another portal')
  await expect(portal.pool.query('select 1')).resolves.toBeDefined()
  await portal.close()
  await removeEmbeddedPostgres(dataDir, log)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
