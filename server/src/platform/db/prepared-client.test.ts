import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from './open-database.ts'
import { createEmptyTestDatabase } from './test-database.ts'

const openOne = async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const opened = connectDatabase({ connectionString, poolSize: 1 }, pino({ level: 'silent' }))
  onTestFinished(() => opened.close())
  return opened
}

const statements = 'select count(*) as count from pg_prepared_statements'

test('a query with parameters is prepared once a connection, others are not', async () => {
  const { pool } = await openOne()
  for (const value of [1, 2, 3])
    expect((await pool.query('select $1::int8 as value', [value])).rows).toEqual([{ value }])
  await pool.query('select 1')
  expect((await pool.query(statements)).rows).toEqual([{ count: 1 }])
})

test('a statement whose plan a migration made stale is prepared anew', async () => {
  const { pool } = await openOne()
  await pool.query('create table doors (id integer)')
  await pool.query('insert into doors values (1)')
  const read = async () => (await pool.query('select * from doors where id = $1', [1])).rows
  expect(await read()).toEqual([{ id: 1 }])
  await pool.query(`alter table doors add name text default 'front'`)
  expect(await read()).toEqual([{ id: 1, name: 'front' }])
  await pool.query(`alter table doors add is_open boolean default false`)
  expect(await read()).toEqual([{ id: 1, name: 'front', is_open: false }])
})

test('in a transaction a stale statement fails that transaction, not the next', async () => {
  const { pool, db } = await openOne()
  await pool.query('create table doors (id integer)')
  const read = () => db.transaction().execute((tx) => sql`select * from doors where id = ${1}`.execute(tx))
  await read()
  await pool.query('alter table doors add name text')
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  expect((await read()).rows).toEqual([])
})

test('a statement that the server forgot is prepared anew', async () => {
  const { pool } = await openOne()
  await pool.query('select $1::text as value', ['a'])
  await pool.query('deallocate all')
  expect((await pool.query('select $1::text as value', ['b'])).rows).toEqual([{ value: 'b' }])
})

test('an error of a query reaches the caller with its code', async () => {
  const { pool } = await openOne()
  await expect(pool.query('select $1::integer / 0', [1])).rejects.toMatchObject({ code: '22012' })
})

test('texts without end do not make names without end', async () => {
  const { pool } = await openOne()
  for (let size = 1; size <= 520; size += 1) await pool.query(`select ${size}, $1::text`, ['a'])
  expect((await pool.query<{ count: number }>(statements)).rows[0]?.count).toBeLessThanOrEqual(500)
  const { pool: other } = await openOne()
  await other.query('select $1::text', ['a'])
  expect((await other.query(statements)).rows).toEqual([{ count: 1 }])
})

test('whole numbers come as numbers, days as text, instants as dates', async () => {
  const { pool } = await openOne()
  const { rows } = await pool.query(
    `select 5::int8 as big, date '2026-03-29' as day, timestamptz '2026-03-29 12:00+00' as instant, array[1, 2] as list`,
  )
  expect(rows).toEqual([{ big: 5, day: '2026-03-29', instant: new Date('2026-03-29T12:00:00Z'), list: [1, 2] }])
})
