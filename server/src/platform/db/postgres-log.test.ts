import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { boundPostgresLog } from './postgres-log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-postgres-log-'))
// Said first and therefore done last, also when the rest does not come up.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const path = join(dataDir, 'postgres.log')
const content = () => readFileSync(path, 'utf8')
let opened: EmbeddedPostgres
beforeAll(async () => {
  const before = '2026-01-01 10:00:00 UTC [12] DETAIL:  Key (lower(email))=(old@example.org) already exists.\n'
  writeFileSync(path, before, { mode: 0o600 })
  opened = await startEmbeddedPostgres({ dataDir, isThrowaway: true }, pino({ level: 'silent' }))
})
afterAll(() => opened.close())

const attempt = async (connectionString: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  let code = ''
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  }
  await client.end()
  return code
}

test('a clash leaves neither addresses nor card numbers in the log of the database', async () => {
  const clash = await attempt(
    opened.ownerUrl,
    'create table cards (email text unique, card_number integer unique)',
    "insert into cards values ('ada@example.org', 4711)",
    "insert into cards values ('ada@example.org', 4711)",
  )
  expect(clash).toBe('23505')
  expect(await attempt(opened.ownerUrl, "select 'card 4711 of ada@example.org'::integer")).toBe('22P02')
  expect(content()).not.toMatch(/example\.org|4711/)
  expect(content(), 'that it started is still told').toContain('database system is ready to accept connections')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('the log is emptied when it grows too large, and goes on', async () => {
  appendFileSync(path, 'x'.repeat(5_000_001))
  boundPostgresLog(path)
  expect(statSync(path).size).toBe(0)
  const url = new URL(opened.connectionString)
  url.password = 'guess'
  expect(await attempt(url.href)).toBe('28P01')
  await expect.poll(content).toContain('password authentication failed')
  expect(content()).not.toContain('\0')
})
