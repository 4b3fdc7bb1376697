import { expect, test } from 'vitest'
import { z } from 'zod'
import { groupRequiredBy, isRequiredField, requiredBy } from './required-fields.ts'

const initial = { name: '', note: '', count: 3, day: null, tags: ['a'], agrees: true, isLoud: false }
const rules = z.object({
  name: z.string().min(1),
  note: z.string(),
  count: z.number().or(z.literal('').transform(() => 0)),
  day: z.string().nullable(),
  tags: z.array(z.string()).min(1),
  agrees: z.literal(true),
  isLoud: z.boolean(),
})

test.each([
  ['a text that cannot be empty', 'name', true],
  ['a text that can', 'note', false],
  ['a number that can be left out', 'count', false],
  ['a day that can be left out', 'day', false],
  ['a list of which one is needed', 'tags', true],
  ['a box that has to be ticked', 'agrees', true],
  ['a switch', 'isLoud', false],
])('%s: the rules say whether it is required, whatever is in it', (_, name, isRequired) => {
  for (const values of [initial, { ...initial, name: 'Bo', note: 'x' }])
    expect(isRequiredField(rules, name, { values, initial })).toBe(isRequired)
})

test('what another field asks for is required as long as it does', () => {
  const either = z
    .object({ kind: z.enum(['cash', 'bank']), reference: z.string() })
    .refine(({ kind, reference }) => kind === 'cash' || reference !== '', { path: ['reference'] })
  const at = (kind: string) =>
    isRequiredField(either, 'reference', { values: { kind, reference: '' }, initial: { kind: 'cash', reference: '' } })
  expect([at('cash'), at('bank')]).toEqual([false, true])
})

test('a field with a rule of its own is required where the rule refuses nothing', () => {
  expect([requiredBy(z.string().min(1)), requiredBy(z.string())]).toEqual([{ required: true }, { required: false }])
})

test('a choice is required where the rule refuses none, and a group of boxes where it refuses an empty one', () => {
  expect([requiredBy(z.number(), null), requiredBy(z.number().nullable(), null)]).toEqual([
    { required: true },
    { required: false },
  ])
  expect([groupRequiredBy(z.array(z.number()).min(1)), groupRequiredBy(z.array(z.number()))]).toEqual([
    { 'data-required': true },
    { 'data-required': undefined },
  ])
})
