import { expect, test } from 'vitest'
import { isTicketOverdue, latestDayOf, refusalOfLastDay } from './rules.ts'

const today = '2026-11-23'

test.each<[string, string | null]>([
  ['2026-11-22', 'This day is over.'],
  ['2026-11-23', null],
  ['2026-12-07', null],
  ['2026-12-08', 'Choose a day up to 2026-12-07.'],
])('a ticket of two weeks at most lasts until %s', (day, refusal) => {
  expect(refusalOfLastDay(day, { today, latest: latestDayOf(today, 14) })).toBe(refusal)
})

test.each<[string, Parameters<typeof isTicketOverdue>[0], boolean]>([
  ['the day after its last', { untilOn: '2026-11-22', removedAt: null }, true],
  ['on its last day', { untilOn: '2026-11-23', removedAt: null }, false],
  ['once it is removed', { untilOn: '2026-11-22', removedAt: new Date() }, false],
  ['as a box', { untilOn: null, removedAt: null }, false],
])('whether a ticket is overdue %s', (_, ticket, expected) => {
  expect(isTicketOverdue(ticket, today)).toBe(expected)
})
