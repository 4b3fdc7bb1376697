import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { compileOnce, selectOnce } from './compile-once.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const row = selectOnce((db, given: { first: string; second: string | null; list: number[] }) =>
  db
    .selectFrom('members')
    .select([
      sql<string>`${given.first}::text`.as('first'),
      sql<string>`${'literal'}::text`.as('literal'),
      sql<string | null>`${given.second}::text`.as('second'),
      sql<string>`${given.first}::text || '!'`.as('again'),
      sql<number>`cardinality(${given.list}::int[])`.as('size'),
    ])
    .limit(1),
)

test('parameters stand where they were put, beside literals, more than once, and as null', async () => {
  await aMember(portal.db)
  expect(await row.first(portal.ctx, { second: 'b', first: 'a', list: [1, 2] })).toEqual({
    first: 'a',
    literal: 'literal',
    second: 'b',
    again: 'a!',
    size: 2,
  })
  expect(await row.first(portal.ctx, { first: 'c', second: null, list: [] })).toEqual({
    first: 'c',
    literal: 'literal',
    second: null,
    again: 'c!',
    size: 0,
  })
})

test('a query is built once, whatever it is asked with', async () => {
  let built = 0
  const emails = selectOnce((db, given: { id: number }) => {
    built += 1
    return db.selectFrom('members').select('email').where('id', '=', given.id)
  })
  const [one, other] = [await aMember(portal.db), await aMember(portal.db)]
  expect(await emails.all(portal.ctx, { id: one.id })).toEqual([{ email: one.email }])
  expect(await emails.first(portal.ctx, { id: other.id })).toEqual({ email: other.email })
  expect(await emails.first(portal.ctx, { id: 0 })).toBeUndefined()
  expect(built).toBe(1)
})

test('calls at the same time do not see the parameters of each other', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((first) => row.first(portal.ctx, { first, second: null, list: [] })),
  )
  expect(answers.map((answer) => answer?.first)).toEqual(['a', 'b', 'c', 'd'])
})

test('the text is the same object each time, so that its prepared statement is found by it', () => {
  const query = compileOnce((db, given: { id: number }) =>
    db.selectFrom('cards').selectAll().where('id', '=', given.id),
  )
  const [one, other] = [query({ id: 1 }), query({ id: 2 })]
  expect(Object.is(one.sql, other.sql)).toBe(true)
  expect([one.parameters, other.parameters]).toEqual([[1], [2]])
})

test('a parameter that is calculated with instead of passed on is refused', () => {
  const query = compileOnce((db, given: { name: string }) =>
    db.selectFrom('devices').selectAll().where('name', '=', `${given.name}!`),
  )
  expect(() => query({ name: 'door' })).toThrow('"name" does not reach this query')
})
