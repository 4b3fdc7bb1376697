import { expect, test } from 'vitest'
import { isShownOn, schemeAt } from './rules.ts'

test.each([
  ['light', 3, 'light'],
  ['dark', 12, 'dark'],
  ['evening', 6, 'dark'],
  ['evening', 7, 'light'],
  ['evening', 18, 'light'],
  ['evening', 19, 'dark'],
] as const)('%s at %i is %s', (scheme, hour, expected) => {
  expect(schemeAt(scheme, hour)).toBe(expected)
})

test.each([
  ['without days', null, null, true, true],
  ['turned off', null, null, false, false],
  ['from today', '2027-02-02', null, true, true],
  ['from tomorrow', '2027-02-03', null, true, false],
  ['until today', null, '2027-02-02', true, true],
  ['until yesterday', null, '2027-02-01', true, false],
])('a slide %s', (_, showsFrom, showsUntil, isOn, expected) => {
  expect(isShownOn({ isOn, showsFrom, showsUntil }, '2027-02-02')).toBe(expected)
})
