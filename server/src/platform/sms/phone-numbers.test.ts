import { expect, test } from 'vitest'
import { formatPhone, normalisePhone } from './phone-numbers.ts'

test.each<[string, string, string | null]>([
  ['0400 111 222', '+61', '+61400111222'],
  ['400111222', '+61', '+61400111222'],
  ['(02) 5550-1234', '+61', '+61255501234'],
  ['+61 400 111 222', '+61', '+61400111222'],
  ['61400111222', '+61', '+61400111222'],
  ['+46 70 123 45 67', '+61', '+46701234567'],
  ['0046 70 123 45 67', '+61', '+46701234567'],
  ['07911 123456', '+44', '+447911123456'],
  ['(202) 555-0100', '+1', '+12025550100'],
  ['12345', '+61', null],
  ['0400 111', '+61', null],
  ['0400 111 222 333 444', '+61', null],
  ['0400 111 222 ext 3', '+61', null],
  ['+999 400 111 222', '+61', null],
  ['call me', '+61', null],
  ['', '+61', null],
])('%s in the country %s is %s', (text, country, number) => {
  expect(normalisePhone(text, country)).toBe(number)
})

test.each([
  ['+61400111222', '+61', '0400 111 222'],
  ['0400111222', '+61', '0400 111 222'],
  ['+46701234567', '+61', '+46 70 123 45 67'],
  ['+61400111222', '+46', '+61 400 111 222'],
  ['12345', '+61', '12345'],
  ['', '+61', ''],
])('%s is shown in the country %s as %s', (text, country, shown) => {
  expect(formatPhone(text, country)).toBe(shown)
})

test('what is shown is read back as the same number', () => {
  for (const number of ['+61400111222', '+46701234567', '+12025550100', '+61255501234']) {
    expect(normalisePhone(formatPhone(number, '+61'), '+61')).toBe(number)
  }
})
