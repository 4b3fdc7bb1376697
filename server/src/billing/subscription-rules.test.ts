import { readFileSync } from 'node:fs'
import { subscriptionStandings } from '@spacekeeper/contract/billing/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { expect, test } from 'vitest'
import { accessUntil, givesAccess, moveSubscription, outsideState, subscriptionMoves } from './subscription-rules.ts'

const names = keysOf(subscriptionMoves)

/** Where each move leads, from each state; a dot where it cannot be made. */
const moves = names.map((name) => [name, ...subscriptionStandings.map((state) => moveSubscription(state, name) ?? '·')])

test('a subscription moves only as the table says', () => {
  expect([['', ...subscriptionStandings], ...moves]).toEqual([
    ['', 'incomplete', 'active', 'pastDue', 'paused', 'cancelling', 'ended'],
    ['payFirst', 'active', '·', '·', '·', '·', '·'],
    ['fallDue', '·', 'pastDue', '·', '·', '·', '·'],
    ['payLate', '·', '·', 'active', '·', '·', '·'],
    ['beginPause', '·', 'paused', '·', '·', '·', '·'],
    ['endPause', '·', '·', '·', 'active', '·', '·'],
    ['cancel', '·', 'cancelling', '·', '·', '·', '·'],
    ['resume', '·', '·', '·', '·', 'active', '·'],
    ['end', 'ended', 'ended', 'ended', 'ended', 'ended', '·'],
  ])
})

test('an ended subscription stays ended, and each state but that can be left', () => {
  for (const name of names) expect(moveSubscription('ended', name)).toBeNull()
  for (const state of subscriptionStandings) {
    const isLeft = names.some((name) => moveSubscription(state, name) !== null)
    expect({ state, isLeft }).toEqual({ state, isLeft: state !== 'ended' })
  }
})

test.each([
  ['incomplete', 'inactive'],
  ['active', 'active'],
  ['pastDue', 'active'],
  ['paused', 'inactive'],
  ['cancelling', 'cancelling'],
  ['ended', 'inactive'],
] as const)('existing clients read %s as %s', (state, outside) => {
  expect(outsideState(state)).toBe(outside)
})

const paid = { paidThrough: '2027-03-01', unpaidSince: null, moreTimeUntil: null, graceDays: 7 }

test.each([
  ['what is paid and the days of grace', paid, '2027-03-08'],
  ['no grace', { ...paid, graceDays: 0 }, '2027-03-01'],
  ['a charge that was asked for late', { ...paid, unpaidSince: '2027-03-10' }, '2027-03-17'],
  ['an older charge', { ...paid, unpaidSince: '2027-02-01' }, '2027-03-08'],
  ['more time', { ...paid, moreTimeUntil: '2027-04-01' }, '2027-04-01'],
  ['more time that is over', { ...paid, moreTimeUntil: '2027-03-02' }, '2027-03-08'],
] as const)('access goes on for %s', (_what, facts, until) => {
  expect(accessUntil(facts)).toBe(until)
})

test.each([
  ['active', null, '2027-03-07', true],
  ['active', null, '2027-03-08', false],
  ['cancelling', '2027-03-01', '2027-02-28', true],
  ['cancelling', '2027-03-01', '2027-03-01', false],
  ['incomplete', null, '2027-02-01', false],
  ['pastDue', null, '2027-02-01', false],
  ['paused', null, '2027-02-01', false],
  ['ended', null, '2027-02-01', false],
] as const)('%s, cancelled for %s: access on %s is %s', (state, cancelOn, today, expected) => {
  expect(givesAccess({ ...paid, state, cancelOn, givenBackUntil: null }, today)).toBe(expected)
})

test.each([
  ['a day that was paid back', '2027-03-02', null, false],
  ['the day after', '2027-03-03', null, true],
  ['a day that was paid back, with more time', '2027-03-02', '2027-03-03', true],
] as const)('on %s access is as it was agreed', (_what, today, moreTimeUntil, expected) => {
  const facts = { ...paid, moreTimeUntil, state: 'active', cancelOn: null, givenBackUntil: '2027-03-03' } as const // narrows the words
  expect(givesAccess(facts, today)).toBe(expected)
})

test('the guide shows every move', () => {
  const page = readFileSync(new URL('../../../docs/guide/subscriptions.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' '))
  const code = (state: string) => `\`${state}\``
  expect(rows.slice(2)).toEqual(
    names.map((name) => {
      const { on, from, to } = subscriptionMoves[name]
      return `| ${on} | ${from.map(code).join(', ')} | ${code(to)} |`
    }),
  )
})
