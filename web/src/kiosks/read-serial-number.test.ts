import { expect, test } from 'vitest'
import { readSerialNumber, type NumberForm } from './read-serial-number.ts'

test.each<[string, NumberForm, string | null]>([
  ['04:a2:2f:10', 'decimal', '77737744'],
  ['04:a2:2f:10', 'reversed', '271557124'],
  ['04:a2:2f:10', 'hex', '04A22F10'],
  ['04:a2:2f:10:9b:5c:80', 'decimal', '1304222932622464'],
  ['00:00:00:2a', 'decimal', '42'],
  ['', 'decimal', null],
  ['nonsense', 'hex', null],
])('the serial number %j is, %s, the card %j', (text, form, number) => {
  expect(readSerialNumber(text, form)).toBe(number)
})
