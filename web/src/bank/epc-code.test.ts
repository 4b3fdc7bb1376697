import { expect, test } from 'vitest'
import { epcCode } from './epc-code.ts'

const bank = {
  accountName: 'Riverbend Makers e.V.',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bic: '',
  bankName: 'Example Bank',
  alias: null,
  isComplete: true,
  duesReference: 'RF10 D000 001',
  topUpReference: 'RF13 B000 001',
}
const transfer = { bank, amountCents: 9100, currency: 'EUR' }

test('a code is what EPC069-12 says, line by line', () => {
  expect(epcCode(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Riverbend Makers e.V.',
    'DE89370400440532013000',
    'EUR91.00',
    '',
    'RF10D000001',
  ])
  expect(epcCode({ ...transfer, bank: { ...bank, bic: 'COBADEFFXXX' }, amountCents: 5 })).toContain(
    'SCT\nCOBADEFFXXX\n',
  )
})

test('a name is no longer than the scheme takes, and stays on its line', () => {
  const name = `The\nShed ${'é'.repeat(100)}`
  const [, , , , , written = ''] = epcCode({ ...transfer, bank: { ...bank, accountName: name } })?.split('\n') ?? []
  expect(written).toMatch(/^The Shed é+$/)
  expect(written).toHaveLength(70)
})

test.each([
  ['another currency', { currency: 'AUD' }],
  ['an account that is no IBAN', { bank: { ...bank, accountNumber: '062-000 12345678' } }],
  ['no account', { bank: { ...bank, isComplete: false } }],
  ['nothing to pay', { amountCents: 0 }],
])('there is no code for %s', (_, more) => {
  expect(epcCode({ ...transfer, ...more })).toBeNull()
})
