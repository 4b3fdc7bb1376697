import { expect, test } from 'vitest'
import {
  formatAccount,
  isBic,
  isCreditorId,
  isIban,
  isSepaIban,
  looksLikeIban,
  maskAccount,
  readAustralian,
} from './account-numbers.ts'

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['gb29nwbk60161331926819', true],
  ['SE45 5000 0000 0583 9825 7466', true],
  ['DE89 3704 0044 0532 0130 01', false],
  ['DE98 3704 0044 0532 0130 00', false],
  ['DE89 3704 0044 0532 0130', false],
  ['XX89 3704 0044 0532 0130 00', false],
  ['062-000 12345678', false],
  ['', false],
])('%s is an IBAN: %s', (text, expected) => {
  expect(isIban(text)).toBe(expected)
})

test('a country outside of SEPA has IBANs that cannot be debited', () => {
  expect(isSepaIban('DE89 3704 0044 0532 0130 00')).toBe(true)
  expect(isIban('TR33 0006 1005 1978 6457 8413 26')).toBe(true)
  expect(isSepaIban('TR33 0006 1005 1978 6457 8413 26')).toBe(false)
})

test.each([
  ['062-000 12345678', { bsb: '062-000', account: '12345678' }],
  ['062000 1234 5678', { bsb: '062-000', account: '12345678' }],
  ['062 000 / 12-345-678', { bsb: '062-000', account: '12345678' }],
  ['06200012345678', null],
  ['062-000', null],
  ['062-000 000000000', null],
  ['062-000 1234567890', null],
])('%s as an Australian account', (text, expected) => {
  expect(readAustralian(text)).toEqual(expected)
})

test('a creditor identifier is checked by its check digits', () => {
  expect(isCreditorId('DE98 ZZZ0 9999 9999 99')).toBe(true)
  expect(isCreditorId('DE98ABC09999999999')).toBe(true)
  expect(isCreditorId('DE99ZZZ09999999999')).toBe(false)
  expect(isCreditorId('')).toBe(false)
})

test('a BIC has eight or eleven characters', () => {
  expect([isBic('COBADEFFXXX'), isBic('cobadeff'), isBic('COBADE')]).toEqual([true, true, false])
})

test('an account is read in groups, and known by its last four characters', () => {
  expect(formatAccount('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect(formatAccount(' 062-000 12345678 ')).toBe('062-000 12345678')
  expect(maskAccount('DE89 3704 0044 0532 0130 00')).toBe('•••• 3000')
  expect([looksLikeIban('DE8'), looksLikeIban('DE89 37'), looksLikeIban('062-000 12')]).toEqual([false, true, false])
})
