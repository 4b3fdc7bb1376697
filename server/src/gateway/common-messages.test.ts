import { expect, test } from 'vitest'
import { ipAddressIn } from './common-messages.ts'

test.each([
  ['10.0.0.5', '10.0.0.5'],
  [' fe80::1 ', 'fe80::1'],
  ['10.0.0.999', null],
  ['', null],
])('the address in "%s" is %s', (text, expected) => {
  expect(ipAddressIn(text)).toBe(expected)
})
