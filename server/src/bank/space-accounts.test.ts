import { expect, test } from 'vitest'
import { isSameAccount } from './space-accounts.ts'

test.each([
  ['DE02120300000000202051', 'de02 1203 0000 0000 2020 51', true],
  ['DE02120300000000202051', '12030000/202051', true],
  ['DE02120300000000202051', '12030000/0000202051EUR', true],
  ['DE02120300000000202051', '202051', true],
  ['062-000 12345678', '12345678', true],
  ['062-000 12345678', '06200012345678', true],
  ['NL91ABNA0417164300', '0417164300', true],
  ['NL91ABNA0417164300', '417164300', true],
  ['DE02120300000000202051', 'DE89370400440532013000', false],
  ['DE02120300000000202051', '37040044/202051', false],
  ['062-000 12345678', '733-000 445566', false],
  ['062-000 12345678', '5678', false],
  ['Bank account', 'Bank account 2', false],
  ['', '', false],
])('the accounts %s and %s are one: %s', (first, second, isSame) => {
  expect([isSameAccount(first, second), isSameAccount(second, first)]).toEqual([isSame, isSame])
})
