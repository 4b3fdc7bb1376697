import { expect, test } from 'vitest'
import { balanceOutcome, dateSteps, isRunnable, leavingState } from './rules.ts'

test('steps are dated from the end and stand in the order they are due', () => {
  const steps = [
    { name: 'account', position: 90, days: 90 },
    { name: 'cards', position: 40, days: 30 },
    { name: 'storage', position: 20, days: 0 },
    { name: 'goodbye', position: 10, days: 0 },
  ]
  expect(dateSteps(steps, '2026-01-31').map(({ name, dueOn }) => `${name} ${dueOn}`)).toEqual([
    'goodbye 2026-01-31',
    'storage 2026-01-31',
    'cards 2026-03-02',
    'account 2026-05-01',
  ])
})

const due = {
  state: 'running',
  hasReturned: false,
  stepState: 'waiting',
  dueOn: '2026-06-01',
  today: '2026-06-01',
  isOver: true,
  isForced: false,
} as const

test.each([
  ['on its day', {}, true],
  ['after it', { today: '2026-09-01' }, true],
  ['before it', { today: '2026-05-31' }, false],
  ['before it, by staff', { today: '2026-05-31', isForced: true }, true],
  ['after it failed', { stepState: 'failed' }, true],
  ['done', { stepState: 'done' }, false],
  ['done, by staff', { stepState: 'done', isForced: true }, false],
  ['skipped', { stepState: 'skipped' }, false],
  ['while it is stopped', { state: 'paused' }, false],
  ['while it is stopped, by staff', { state: 'paused', isForced: true }, true],
  ['after the end', { state: 'done', isForced: true }, false],
  ['of a member who came back', { hasReturned: true, isForced: true }, false],
  ['of a member who is back before it was noticed', { isOver: false, isForced: true }, false],
] as const)('a step is run: %s', (_is, facts, runs) => {
  expect(isRunnable({ ...due, ...facts })).toBe(runs)
})

test.each([
  [{ balanceCents: 0 }, 'settled'],
  [{ balanceCents: 1250 }, 'unchosen'],
  [{ balanceCents: 1250, hasAskedBack: true }, 'askedBack'],
  [{ balanceCents: 1250, isClosed: true }, 'closed'],
  [{ balanceCents: 1250, isClosed: true, hasAskedBack: true }, 'askedBack'],
  [{ balanceCents: -500 }, 'owed'],
] as const)('a balance of %j is %s', (facts, outcome) => {
  expect(balanceOutcome({ hasAskedBack: false, isClosed: false, ...facts })).toBe(outcome)
})

test('a checklist whose member came back is shown as that, whatever it was', () => {
  expect(leavingState({ state: 'done', hasReturned: true })).toBe('returned')
  expect(leavingState({ state: 'paused', hasReturned: false })).toBe('paused')
})
