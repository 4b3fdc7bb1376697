import type { PlanInterval } from '@spacekeeper/contract/plans/words.ts'
import { expect, test } from 'vitest'
import { changedCost, collectorsFor, monthlyCents } from './rules.ts'

test.each<[number, PlanInterval, number, number]>([
  [5000, 'month', 1, 5000],
  [15_000, 'month', 3, 5000],
  [54_000, 'year', 1, 4500],
  [1000, 'year', 1, 83],
  [1500, 'week', 1, 6522],
  [3000, 'week', 2, 6522],
  [100, 'day', 1, 3044],
  [0, 'day', 365, 0],
])('%i cents every %s × %i are %i a month', (cents, interval, intervalCount, expected) => {
  expect(monthlyCents({ cents, interval, intervalCount })).toBe(expected)
})

test.each<[string, Parameters<typeof changedCost>[0], number | undefined]>([
  ['cents of ours', { costCents: 2500, cost: 1 }, 2500],
  ['19.99 times 100 as a browser works it out', { cost: 1998.9999999999998 }, 1999],
  ['whole cents', { cost: 6500 }, 6500],
  ['units that come back as they were read', { cost: 65 }, undefined],
  ['nothing', {}, undefined],
])('a changed plan with %s', (_, sent, expected) => {
  expect(changedCost(sent, 6500)).toBe(expected)
})

test.each([19.99, -1, Number.NaN, 1e12])('a cost of %f cents is refused', (cost) => {
  expect(changedCost({ cost }, 6500)).toEqual({ refusal: expect.any(String) })
})

test('a plan with only a joining fee has ways to pay it', () => {
  expect(collectorsFor({ costCents: 0, joiningFeeCents: 100 }, ['free', 'cash'])).toEqual(['cash'])
  expect(collectorsFor({ costCents: 0, joiningFeeCents: 0 }, ['cash'])).toEqual(['free'])
  expect(collectorsFor({ costCents: 100, joiningFeeCents: 0 }, ['free'])).toHaveLength(4)
})
