import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import {
  actionFor,
  cutText,
  type DebtFacts,
  dueStep,
  fillTemplate,
  isTimeToRemind,
  leftOutBecause,
  stepsAhead,
  type StepTiming,
} from './rules.ts'

const today = '2026-03-10'

const debt = (facts: Partial<DebtFacts> = {}): DebtFacts => ({
  chargeState: 'open',
  dueOn: today,
  createdOn: '2026-02-20',
  planId: 1,
  collector: 'bank',
  subscriptionState: 'active',
  isApart: false,
  isOnBreak: false,
  moreTimeUntil: null,
  hasMandate: false,
  wasToldToday: false,
  isTriedAgain: false,
  isSuspended: false,
  isClosed: false,
  isVerified: true,
  lastDoneOffset: null,
  ...facts,
})

let count = 0
const step = (offsetDays: number, facts: Partial<StepTiming> = {}): StepTiming => ({
  id: (count += 1),
  planId: null,
  offsetDays,
  collectors: null,
  startsOn: '2000-01-01',
  ...facts,
})

const usual = [step(-7, { collectors: ['bank', 'cash', 'invoice'] }), step(0), step(3), step(7)]

test.each([
  ['a charge due in eight days', { dueOn: '2026-03-18' }, null],
  ['a charge due in seven days', { dueOn: '2026-03-17' }, -7],
  ['a charge due in seven days that a card pays', { dueOn: '2026-03-17', collector: 'stripe' }, null],
  ['a charge due today', {}, 0],
  ['a charge due two days ago', { dueOn: '2026-03-08' }, 0],
  ['a charge due two days ago, reminded on its day', { dueOn: '2026-03-08', lastDoneOffset: 0 }, null],
  ['a charge due three days ago, reminded on its day', { dueOn: '2026-03-07', lastDoneOffset: 0 }, 3],
  ['a charge due two weeks ago, while the portal was off', { dueOn: '2026-02-24' }, 7],
  ['a charge for which all was done', { dueOn: '2026-02-24', lastDoneOffset: 7 }, null],
  ['a charge made today that was due long ago', { dueOn: '2026-02-01', createdOn: today }, null],
  ['a charge made today for tomorrow', { dueOn: '2026-03-11', createdOn: today }, null],
  ['a charge made and due today', { createdOn: today }, 0],
] satisfies [string, Partial<DebtFacts>, number | null][])('%s gets the step of day %s', (_, facts, offset) => {
  expect(dueStep(usual, debt(facts), today)?.offsetDays ?? null).toBe(offset)
})

test('a plan with steps of its own follows none of the space', () => {
  const steps = [...usual, step(14, { planId: 1 })]
  expect(stepsAhead(steps, debt()).map(({ offsetDays }) => offsetDays)).toEqual([14])
  expect(stepsAhead(steps, debt({ planId: 2 })).map(({ offsetDays }) => offsetDays)).toEqual([-7, 0, 3, 7])
})

test('a new step does not reach back to days before it was', () => {
  const added = [step(1, { startsOn: today })]
  expect(dueStep(added, debt({ dueOn: '2026-03-08' }), today)).toBeNull()
  expect(dueStep(added, debt({ dueOn: '2026-03-09' }), today)?.offsetDays).toBe(1)
})

test.each([0, 1, 5, 40])('whatever was missed in %i days without the portal, one step is done', (days) => {
  const steps = [step(0), step(1), step(2), step(3)]
  const facts = debt({ dueOn: addDays(today, -days), createdOn: '2026-01-01' })
  const first = dueStep(steps, facts, today)
  expect(first?.offsetDays).toBe(Math.min(days, 3))
  expect(dueStep(steps, { ...facts, lastDoneOffset: first?.offsetDays ?? null }, today)).toBeNull()
})

test('a clock that was set back does nothing twice', () => {
  const done = debt({ dueOn: '2026-03-07', lastDoneOffset: 3 })
  expect(dueStep(usual, done, today)).toBeNull()
  expect(dueStep(usual, done, '2026-03-07')).toBeNull()
})

test.each([
  ['an open charge', {}, null],
  ['a paid charge', { chargeState: 'paid' }, 'settled'],
  ['a charge that was cancelled', { chargeState: 'void' }, 'settled'],
  ['a charge that was written off', { chargeState: 'writtenOff' }, 'settled'],
  ['a charge that was paid back', { chargeState: 'refunded' }, 'settled'],
  ['a payment on its way', { chargeState: 'processing' }, 'processing'],
  ['a closed account', { isClosed: true }, 'closed'],
  ['a suspended member', { isSuspended: true }, 'suspended'],
  ['a paused plan', { subscriptionState: 'paused' }, 'paused'],
  ['a plan in a gap', { isOnBreak: true }, 'paused'],
  ['a plan that ended', { subscriptionState: 'ended' }, 'noPlan'],
  ['a charge of no plan', { subscriptionState: null, isApart: true }, null],
  ['more time until tomorrow', { moreTimeUntil: '2026-03-11' }, 'moreTime'],
  ['more time that ended today', { moreTimeUntil: today }, null],
  ['an unconfirmed address', { isVerified: false }, 'unverified'],
  ['a plan that is overdue', { subscriptionState: 'pastDue' }, null],
  ['a plan that was cancelled', { subscriptionState: 'cancelling' }, null],
  ['a card that was tried in vain today', { wasToldToday: true }, 'toldToday'],
  ['a card that is tried again in some days', { isTriedAgain: true }, 'triedAgain'],
  ['a direct debit to come', { hasMandate: true }, 'directDebit'],
] satisfies [string, Partial<DebtFacts>, ReturnType<typeof leftOutBecause>][])(
  '%s: %s is left out as %s',
  (_, facts, reason) => {
    expect(leftOutBecause(debt(facts), { today, offsetDays: 0 })).toBe(reason)
  },
)

test('a direct debit that did not work is reminded of like any other payment', () => {
  expect(leftOutBecause(debt({ hasMandate: true }), { today, offsetDays: 3 })).toBeNull()
})

test.each([
  ['active', 'endAccess', 'endAccess'],
  ['pastDue', 'endMembership', 'endMembership'],
  ['incomplete', 'endAccess', 'none'],
  ['incomplete', 'endMembership', 'none'],
] as const)('for a plan that is %s, the step %s does %s', (subscriptionState, action, done) => {
  expect(actionFor(action, { subscriptionState, isApart: false })).toBe(done)
})

test('a charge of no plan takes no plan away', () => {
  expect(actionFor('endMembership', { subscriptionState: 'active', isApart: true })).toBe('none')
})

test.each([
  ['2026-03-09T22:59:00Z', 'Australia/Brisbane', false],
  ['2026-03-09T23:00:00Z', 'Australia/Brisbane', true],
  ['2026-03-10T10:59:00Z', 'Australia/Brisbane', true],
  ['2026-03-10T11:00:00Z', 'Australia/Brisbane', false],
  // The clocks of Berlin go forward on 29 March.
  ['2026-03-28T07:30:00Z', 'Europe/Berlin', false],
  ['2026-03-29T07:30:00Z', 'Europe/Berlin', true],
  ['2026-03-10T03:30:00Z', 'Asia/Kolkata', true],
])('at %s in %s writing to members is %s', (now, zone, isTime) => {
  expect(isTimeToRemind(new Date(now), zone)).toBe(isTime)
})

test('placeholders are filled in wherever they stand, and what is filled in is not read again', () => {
  const values = {
    name: '{amount}',
    amount: '$65.00',
    plan: '',
    due: '',
    accessEnds: '',
    reference: '',
    site: 'Riverbend',
  }
  expect(fillTemplate('{site}: {amount}, {amount}', values)).toBe('Riverbend: $65.00, $65.00')
  expect(fillTemplate('Hi {name}', values)).toBe('Hi {amount}')
})

test('a text message that became too long is cut off', () => {
  expect(cutText('short', 10)).toBe('short')
  expect(cutText('a longer text', 8)).toBe('a longe…')
})
