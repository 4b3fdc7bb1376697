import { expect, test } from 'vitest'
import { plainText, readAmount } from './statement.ts'

test.each([
  ['1,234.56', '.', 123_456],
  ['1.234,56', ',', 123_456],
  ["1'234.50", '.', 123_450],
  ['1 234,5', ',', 123_450],
  ['-12', '.', -1200],
  ['12-', '.', -1200],
  ['(12.00)', '.', -1200],
  ['−12,00', ',', -1200],
  ['.50', '.', 50],
  ['€ 12.00', '.', 1200],
  ['12,00 kr', ',', 1200],
  ['1998.9999999999998', '.', null],
  ['12,34,56', ',', null],
  ['1e5', '.', null],
  ['99999999999.00', '.', null],
  ['', '.', null],
] as const)('the amount %s with %s is %s cents', (text, decimal, cents) => {
  expect(readAmount(text, decimal)).toBe(cents)
})

test('a text is one line of what can be seen, and no longer than its place', () => {
  expect(plainText('  a\u0000\n\tb\u202ec ', 10)).toBe('a b c')
  expect(plainText('x'.repeat(20), 10)).toHaveLength(10)
})
