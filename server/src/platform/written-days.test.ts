import { expect, test } from 'vitest'
import { dayOf, guessDateOrder } from './written-days.ts'

test.each([
  ['26', '3', '2', '2026-03-02'],
  ['2024', '02', '29', '2024-02-29'],
  ['2025', '02', '29', null],
  ['2026', '13', '01', null],
  ['0026', '01', '01', null],
])('%s, %s and %s are the day %s', (year, month, day, expected) => {
  expect(dayOf(year, month, day)).toBe(expected)
})

test.each([
  [['2026-03-02', '2026-03-31'], 'YMD'],
  [['03/31/2026', '03/02/2026'], 'MDY'],
  [['31.3.2026', '02.03.2026'], 'DMY'],
  [['03/02/2026'], 'DMY'],
])('the days %j stand in the order %s', (days, expected) => {
  expect(guessDateOrder(days)).toBe(expected)
})

test('where days can be read both ways, a space that writes the month first decides', () => {
  expect(guessDateOrder(['03/02/2026'], { isMonthFirst: true })).toBe('MDY')
  expect(guessDateOrder(['31/03/2026', '03/02/2026'], { isMonthFirst: true })).toBe('DMY')
})
