import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { columns, withTimes } from './columns.ts'
import { queries } from './compile-once.ts'
import { namesOfSelect } from './json-columns.ts'

test('columns have the names of the API, or those that are said', () => {
  const query = queries
    .selectFrom('charges as c')
    .select(columns('c.id, c.due_on, c.created_at as at', sql<boolean>`c.paid_at is null`.as('isOpen'), 'amount_cents'))
  expect(namesOfSelect(query)).toEqual(['id', 'dueOn', 'at', 'isOpen', 'amountCents'])
  expect(query.compile().sql).toContain('"c"."due_on" as "dueOn", "c"."created_at" as "at"')
})

test('the instants of a row are written as text, and nothing else of it changes', () => {
  const row = { id: 1, dueOn: '2026-03-01', paidAt: null, createdAt: new Date('2026-02-01T10:00:00Z'), tags: ['a'] }
  expect(withTimes(row)).toEqual({ ...row, createdAt: '2026-02-01T10:00:00.000Z' })
})
