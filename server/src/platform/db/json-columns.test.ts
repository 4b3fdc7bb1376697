import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { selectOnce } from './compile-once.ts'
import { jsonColumnsFrom, rowsOfColumns } from './json-columns.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const members = selectOnce((db, given: { after: number }) =>
  db.selectFrom(sql`(values (1))`.as('one')).select((is) =>
    jsonColumnsFrom(
      is
        .selectFrom('members as m')
        .select(['m.id', 'first_name as name', 'm.suspension_reason'])
        .select(sql<number>`length(m.first_name)`.as('length'))
        .where('m.id', '>', given.after)
        .orderBy('m.first_name', 'desc'),
    ).as('members'),
  ),
)

test('rows go in as columns and come out as they were, in their order, with what is null', async () => {
  const [ada, bo] = [
    await aMember(portal.db, { firstName: 'Ada', suspension: 'keys' }),
    await aMember(portal.db, { firstName: 'Bo' }),
  ]
  const row = await members.first(portal.ctx, { after: 0 })
  expect(row?.members).toEqual({
    id: [bo.id, ada.id],
    name: ['Bo', 'Ada'],
    suspension_reason: [null, 'keys'],
    length: [2, 3],
  })
  expect(rowsOfColumns(row?.members ?? {})).toEqual([
    { id: bo.id, name: 'Bo', suspension_reason: null, length: 2 },
    { id: ada.id, name: 'Ada', suspension_reason: 'keys', length: 3 },
  ])
})

test('no rows are no rows', async () => {
  const row = await members.first(portal.ctx, { after: 1_000_000 })
  expect(rowsOfColumns(row?.members ?? {})).toEqual([])
})

test('a column without a name is refused when the query is built', () => {
  expect(() => jsonColumnsFrom(portal.db.selectFrom('members').selectAll())).toThrow('needs a name')
})
