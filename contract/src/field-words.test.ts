import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, tooMuchMoney } from './field-words.ts'

const empty = 'This field cannot be empty.'

test.each([
  ['no text', z.string(), null, empty],
  ['a text left out', z.string(), undefined, empty],
  ['an empty text', z.string().min(1), '', empty],
  ['an empty number', z.number(), '', empty],
  ['a choice left out', z.enum(['a', 'b']), null, empty],
  ['a number for a text', z.string(), 1, 'Must be text.'],
  ['a text for a number', z.number(), 'x', 'Must be a number.'],
  ['a fraction', z.number().int(), 0.5, 'Must be a whole number.'],
  ['a text for a switch', z.boolean(), 'x', 'Must be true or false.'],
  ['a text for a list', z.array(z.string()), 'x', 'Must be a list.'],
  ['a text for an object', z.object({}), 'x', 'Must be a group of fields.'],
  ['another choice', z.enum(['cash', 'bank']), 'x', 'Must be one of cash, bank.'],
  ['another sign', z.enum([',', ';']), 'x', 'Must be one of “,”, “;”.'],
  ['another value', z.literal(true), false, 'Must be true.'],
  ['31 character', z.string().max(30), 'x'.repeat(31), 'Must be less than 30 characters.'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'Must be at most 2,000 characters.'],
  ['a short text', z.string().min(8), 'x', 'Must be at least 8 characters.'],
  ['a great number', z.number().max(2500), 2501, 'Sorry, the maximum is 2,500.'],
  ['a small number', z.number().min(1), 0, 'Must be at least 1.'],
  ['a number not above the limit', z.number().positive(), 0, 'Must be more than 0.'],
  ['a number not below the limit', z.number().lt(5), 5, 'Must be less than 5.'],
  ['a number between the steps', z.number().multipleOf(5), 4, 'Must be a multiple of 5.'],
  ['an empty list', z.array(z.string()).min(1), [], 'Choose at least one.'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Must be at most 1 entry.'],
  ['no address', z.email(), 'x', 'Please enter a valid email.'],
  ['no day', z.iso.date(), 'x', 'Must be a day such as 2026-12-31.'],
  ['a number where text or nothing belongs', z.string().nullable(), 1, 'Must be text.'],
  ['a list where text or a number belongs', z.union([z.string(), z.number()]), [], 'Must be text or a number.'],
  ['too much of one of two', z.union([z.string(), z.number().max(5)]), 6, 'Sorry, the maximum is 5.'],
  ['an unknown kind', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), { kind: 'b' }, 'Must be a.'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'This field is not known here.'],
  ['a wrong name', z.record(z.string().max(1), z.string()), { ab: '' }, 'Must be at most 1 character.'],
  ['what no one foresaw', z.custom(() => false), 1, 'This can’t be right. Please check it.'],
])('%s is refused in words of ours', (_, schema, value, words) => {
  const { error } = z.safeParse(schema, value, { error: describeIssue })
  expect(error?.issues.map(({ message }) => message)).toEqual([words])
})

test('money says its maximum in units of the currency', () => {
  expect([tooMuchMoney(1_000_000), tooMuchMoney(1250)]).toEqual([
    'Sorry, the maximum is 10,000.',
    'Sorry, the maximum is 12.50.',
  ])
})
