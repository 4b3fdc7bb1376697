import { expect, test } from 'vitest'
import { isTicketOverdue } from './rules.ts'

const today = '2026-11-23'

test.each<[string, Parameters<typeof isTicketOverdue>[0], boolean]>([
  ['the day after its last', { untilOn: '2026-11-22', removedAt: null }, true],
  ['on its last day', { untilOn: '2026-11-23', removedAt: null }, false],
  ['once it is removed', { untilOn: '2026-11-22', removedAt: new Date() }, false],
  ['as a box', { untilOn: null, removedAt: null }, false],
])('whether a ticket is overdue %s', (_, ticket, expected) => {
  expect(isTicketOverdue(ticket, today)).toBe(expected)
})
