import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseLine } from './database-line.testing.ts'
import { connectDatabase } from './open-database.ts'
import { outageOf } from './outage.ts'
import { createEmptyTestDatabase } from './test-database.ts'

const open = async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const line = await openDatabaseLine(connectionString)
  onTestFinished(line.close)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (text: string) => void lines.push(text) })
  const { db, pool, reads, close } = connectDatabase({ connectionString: line.connectionString, poolSize: 1 }, log)
  onTestFinished(close)
  const ask = <R>(text: ReturnType<typeof sql<R>>) => reads.ask<R>(text.compile(db))
  return { line, lines, pool, reads, ask }
}

const valueOf = (value: number) => sql<{ value: number }>`select ${value}::int as value`

test('each question gets its own answer, however many are asked at once', async () => {
  const { ask } = await open()
  const numbers = Array.from({ length: 200 }, (_, at) => at)
  const answers = await Promise.all(numbers.map((value) => ask(valueOf(value))))
  expect(answers).toEqual(numbers.map((value) => [{ value }]))
})

test('what is asked in one turn takes one connection, and a slow read does not hold up what is asked after it', async () => {
  const { line, ask, pool } = await open()
  await Promise.all([1, 2, 3].map((value) => ask(valueOf(value))))
  const connections =
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  expect((await pool.query(connections)).rows).toEqual([{ count: 1 }])
  // It waits for a lock that is released only after the answer to the next question.
  const holder = new pg.Client({ connectionString: line.connectionString })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const slow = ask(sql`select pg_advisory_lock(${1}::bigint)`)
  // Another turn.
  await new Promise(setImmediate)
  expect(await ask(valueOf(1))).toEqual([{ value: 1 }])
  await holder.end()
  await slow
})

test('a read keeps away from the line on which another waits longest, however few wait there', async () => {
  const { line, ask } = await open()
  const hold = async (lock: number) => {
    const holder = new pg.Client({ connectionString: line.connectionString })
    await holder.connect()
    await holder.query(`select pg_advisory_lock(${lock})`)
    return () => holder.end()
  }
  const [release, releaseSlowest] = [await hold(1), await hold(2)]
  const slowest = ask(sql`select pg_advisory_lock(${2}::bigint)`)
  await new Promise(setImmediate)
  const slow = [1, 1].map((lock) => ask(sql`select pg_advisory_lock(${lock}::bigint)`))
  await new Promise(setImmediate)
  const next = ask(valueOf(1))
  await new Promise(setImmediate)
  await release()
  expect(await next).toEqual([{ value: 1 }])
  await releaseSlowest()
  await Promise.all([slowest, ...slow])
})

test('one that fails takes none of the others with it', async () => {
  const { ask } = await open()
  const [good, bad, other] = await Promise.allSettled([
    ask(valueOf(1)),
    ask(sql`select 1 / ${0}::int`),
    ask(valueOf(2)),
  ])
  expect([good, other]).toMatchObject([{ value: [{ value: 1 }] }, { value: [{ value: 2 }] }])
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
})

test('a statement that is new to the connection may be asked many times in one turn, right or wrong', async () => {
  const { ask, pool } = await open()
  const wrong = sql`select nothing from nowhere where id = ${1}`
  const asked = await Promise.allSettled([ask(wrong), ask(wrong)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await pool.query('create table nowhere (id int, nothing text)')
  expect(await Promise.all([ask(wrong), ask(wrong)])).toEqual([[], []])
})

test('a statement whose plan a migration made stale is prepared anew', async () => {
  const { ask, pool } = await open()
  await pool.query('create table doors (id int)')
  await pool.query('insert into doors values (1)')
  const read = () => ask(sql`select * from doors where id = ${1}`)
  expect(await read()).toEqual([{ id: 1 }])
  await pool.query(`alter table doors add name text default 'front'`)
  expect(await Promise.all([read(), read()])).toEqual([[{ id: 1, name: 'front' }], [{ id: 1, name: 'front' }]])
})

test('while the database is away each read says so, and afterwards reads go on', async () => {
  const { ask, line, lines } = await open()
  await ask(valueOf(1))
  const ended = ask(sql`select pg_sleep(${20}::float8)`).catch(outageOf)
  await new Promise(setImmediate)
  expect(await ask(valueOf(2))).toEqual([{ value: 2 }])
  await line.cut()
  expect(await ended).toBe('databaseAway')
  expect(await ask(valueOf(3)).catch(outageOf)).toBe('databaseAway')
  await line.mend()
  await expect.poll(() => ask(valueOf(4)).catch(() => null)).toEqual([{ value: 4 }])
  expect(lines.join('')).not.toMatch(/password|secretKey/)
})

test('after closing nothing is asked any more', async () => {
  const { ask, reads } = await open()
  await ask(valueOf(1))
  await reads.close()
  expect(await ask(valueOf(2)).catch(outageOf)).toBe('databaseAway')
})
