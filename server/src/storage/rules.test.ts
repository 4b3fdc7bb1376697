import { expect, test } from 'vitest'
import { dueReminder, numberedCodes, placeMove, placeState } from './rules.ts'

const today = '2026-06-15'

const held = { isOutOfUse: false, isHeld: true, untilOn: null, clearBy: null, isToClear: false }

test.each([
  ['free', { isHeld: false }, 'free'],
  ['out of use', { isHeld: false, isOutOfUse: true }, 'outOfUse'],
  ['held without an end', {}, 'held'],
  ['held on its last day', { untilOn: today }, 'held'],
  ['held beyond its last day', { untilOn: '2026-06-14' }, 'overdue'],
  ['of a former member', { untilOn: '2026-06-14', clearBy: '2026-07-01' }, 'ending'],
  ['of a former member, time is over', { clearBy: '2026-06-01', isToClear: true }, 'toClear'],
] as const)('a place %s', (_is, facts, state) => {
  expect(placeState({ ...held, ...facts }, today)).toBe(state)
})

const asked = { reminded: null, today, remindDays: 14, overdueDays: 3 }

test.each([
  ['no last day', { untilOn: null }, null],
  ['far away', { untilOn: '2026-07-15' }, null],
  ['fourteen days before', { untilOn: '2026-06-29' }, 'before'],
  ['missed, the day before', { untilOn: '2026-06-16' }, 'before'],
  ['on the day', { untilOn: today }, 'before'],
  ['reminded before', { untilOn: '2026-06-29', reminded: 'before' }, null],
  ['reminders before are off', { untilOn: '2026-06-29', remindDays: 0 }, null],
  ['just over', { untilOn: '2026-06-13' }, null],
  ['three days over', { untilOn: '2026-06-12', reminded: 'before' }, 'after'],
  ['weeks over, never reminded: only the last', { untilOn: '2026-05-01' }, 'after'],
  ['reminded after', { untilOn: '2026-05-01', reminded: 'after' }, null],
  ['reminders after are off', { untilOn: '2026-05-01', overdueDays: 0 }, null],
] as const)('a reminder: %s', (_is, facts, due) => {
  expect(dueReminder({ ...asked, ...facts })).toBe(due)
})

const member = { isOver: false, isClosed: false, clearBy: null, isToClear: false, today, graceDays: 28 }

test.each([
  ['a member', {}, null],
  ['a former member', { isOver: true }, { to: 'clearing', clearBy: '2026-07-13' }],
  ['a former member who knows', { isOver: true, clearBy: '2026-07-13' }, null],
  ['on the last day', { isOver: true, clearBy: today }, null],
  ['after it', { isOver: true, clearBy: '2026-06-14' }, { to: 'toClear' }],
  ['after it, noted', { isOver: true, clearBy: '2026-06-14', isToClear: true }, null],
  ['a closed account waits no longer', { isOver: true, isClosed: true, clearBy: '2026-07-13' }, { to: 'toClear' }],
  ['back in time', { clearBy: '2026-07-13' }, { to: 'kept' }],
  ['back too late', { clearBy: '2026-06-01', isToClear: true }, { to: 'kept' }],
] as const)('the place of %s', (_is, facts, move) => {
  expect(placeMove({ ...member, ...facts })).toEqual(move)
})

test('places are numbered from the first to the last', () => {
  expect(numberedCodes({ prefix: 'A', first: 9, last: 11 })).toEqual(['A9', 'A10', 'A11'])
})
