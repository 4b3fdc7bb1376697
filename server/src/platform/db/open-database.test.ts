import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { createTestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })
const dataDir = '/nonexistent'

test('a given address is used, and nothing is started or stopped', async () => {
  const { connectionString } = await createTestDatabase()
  const first = await openDatabase({ databaseUrl: connectionString, dataDir }, log)
  await first.close()
  const second = await openDatabase({ databaseUrl: connectionString, dataDir }, log)
  onTestFinished(() => second.close())
  expect(await second.db.selectFrom('members').select('id').execute()).toEqual([])
})

test('a server that does not answer is named without its password', async () => {
  const open = openDatabase({ databaseUrl: 'postgresql://portal:hunter2@127.0.0.1:1/portal', dataDir }, log)
  await expect(open).rejects.toThrow(/^The database 127\.0\.0\.1:1\/portal cannot be reached: .*ECONNREFUSED/)
  await expect(open).rejects.not.toThrow('hunter2')
})

test('a statement may not run for ever', async () => {
  const { connectionString } = await createTestDatabase()
  const { pool, close } = await openDatabase({ databaseUrl: connectionString, dataDir }, log)
  onTestFinished(close)
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
})

test('connections that the server ends do not end the portal, and no secret is logged', async () => {
  const { connectionString } = await createTestDatabase()
  const lines: string[] = []
  const listening = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const { pool, close } = await openDatabase({ databaseUrl: connectionString, dataDir }, listening)
  onTestFinished(close)
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => lines.join('')).toContain('a connection to the database was lost')
  client.release(true)
  await expect(pool.query('select 1')).resolves.toBeDefined()
  expect(lines.join('')).not.toMatch(/secretKey|password/)
})
