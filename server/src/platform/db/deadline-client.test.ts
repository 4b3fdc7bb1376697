import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseLine } from './database-line.testing.ts'
import { connectDatabase } from './open-database.ts'
import { createTestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })

const openOnLine = async (poolSize: number) => {
  const database = await createTestDatabase()
  const line = await openDatabaseLine(database.connectionString)
  const opened = connectDatabase(
    { connectionString: line.connectionString, poolSize, patience: { openMs: 5_000, statementMs: 200 } },
    log,
  )
  onTestFinished(async () => {
    await opened.close()
    await line.close()
    await database.drop()
  })
  return { ...opened, line }
}

test('a connection that does not answer is thrown away, and the next call gets another', async () => {
  const { pool, line } = await openOnLine(1)
  await pool.query('select 1')
  line.swallow()
  await expect(pool.query('select 2')).rejects.toThrow('Query read timeout')
  await expect.poll(() => pool.query('select 3 as n')).toMatchObject({ rows: [{ n: 3 }] })
})

test('a transaction on a connection that does not answer ends, and gives its place to another', async () => {
  const { db, line } = await openOnLine(1)
  const transaction = db.transaction().execute(async (tx) => {
    await tx.selectFrom('settings').select('key').execute()
    line.swallow()
    await tx.selectFrom('members').select('id').execute()
  })
  await expect(transaction).rejects.toThrow(/Query read timeout|was closed/)
  await expect.poll(() => db.selectFrom('settings').select('key').execute()).toEqual([])
})

test('reads that share a line which does not answer all fail, and the next are answered', async () => {
  const { db, reads, line } = await openOnLine(1)
  const query = db.selectFrom('settings').select('key').compile()
  await Promise.all(Array.from({ length: 4 }, () => reads.ask(query)))
  line.swallow()
  const asked = await Promise.allSettled(Array.from({ length: 4 }, () => reads.ask(query)))
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'))
  await expect.poll(() => reads.ask(query)).toEqual([])
})
