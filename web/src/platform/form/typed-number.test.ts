import { tooMuchMoney } from '@spacekeeper/contract/field-words.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseAmount, parseCount } from './amounts.ts'
import { typedNumber } from './typed-number.ts'

const words = () => 'A number, please.'
const Cents = z.number().min(1, 'Must be more than 0.').max(5000, tooMuchMoney(5000))
const amount = typedNumber(Cents, { read: parseAmount, words })
const limit = typedNumber(z.number().min(1).max(100).nullable(), { read: parseCount, words, empty: null })
const kilowatts = typedNumber(z.number().min(10, 'At least 10 watts.').max(2_000_000), {
  read: (text) => (parseCount(text) ?? 0) * 1000,
  words,
  unit: 1000,
})

test.each([
  ['an amount', amount, '12,50', 1250],
  ['the greatest', amount, ' 50 ', 5000],
  ['more', amount, '50.01', 'Sorry, the maximum is 50.'],
  ['far more', amount, '999999999', 'Sorry, the maximum is 50.'],
  ['too little', amount, '0', 'Must be more than 0.'],
  ['no number', amount, 'ten', 'A number, please.'],
  ['nothing', amount, '', 'A number, please.'],
  ['nothing where it may be', limit, ' ', null],
  ['no number where nothing may be', limit, 'ten', 'A number, please.'],
  ['too many', limit, '1234567', 'Sorry, the maximum is 100.'],
  ['too much of a greater unit', kilowatts, '2001', 'Sorry, the maximum is 2,000.'],
  ['too little of a greater unit', kilowatts, '0', 'At least 10 watts.'],
])('%s is what the contract takes or says', (_, typed, text, expected) => {
  const { data, error } = typed.safeParse(text)
  expect(error ? error.issues[0]?.message : data).toBe(expected)
})
