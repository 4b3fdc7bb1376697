import { expect, test } from 'vitest'
import { hashWording, isNameOf, listTitles, nextVersion, versionInForce } from './rules.ts'

const version = (number: number, inForceFrom: string) => ({ number, inForceFrom })

test.each([
  ['none is written', [], null, null],
  ['the first comes later', [version(1, '2026-04-01')], null, 1],
  ['it begins today', [version(1, '2026-03-15')], 1, null],
  ['a newer one has begun', [version(1, '2026-01-01'), version(2, '2026-03-01')], 2, null],
  ['a newer one comes', [version(1, '2026-01-01'), version(2, '2026-05-01')], 1, 2],
  [
    'a third overtakes one that was to come',
    [version(1, '2026-01-01'), version(2, '2026-05-01'), version(3, '2026-02-01')],
    3,
    null,
  ],
  [
    'of two that come the earlier is next',
    [version(1, '2026-01-01'), version(2, '2026-06-01'), version(3, '2026-05-01')],
    1,
    3,
  ],
] as const)('which text is signed, and which is next, when %s', (_, versions, current, next) => {
  expect(versionInForce(versions, '2026-03-15')?.number ?? null).toBe(current)
  expect(nextVersion(versions, '2026-03-15')?.number ?? null).toBe(next)
})

test.each([
  ['Zoë Müller', true],
  ['  zoe   MULLER ', true],
  ['Zoe-Müller', true],
  ['Zoë', false],
  ['Müller Zoë', false],
  ['', false],
])('“%s” as the typed name of Zoë Müller', (typed, isSame) => {
  expect(isNameOf(typed, { firstName: 'Zoë', lastName: 'Müller' })).toBe(isSame)
})

test('the hash of a text changes with its title and with every letter', () => {
  const rules = hashWording({ title: 'Rules', text: 'Sweep.' }).toString('hex')
  expect(rules).toHaveLength(64)
  expect(hashWording({ title: 'Rules', text: 'Sweep' }).toString('hex')).not.toBe(rules)
  expect(hashWording({ title: 'Rule', text: 'Sweep.' }).toString('hex')).not.toBe(rules)
})

test.each([
  [['A'], '“A”'],
  [['A', 'B'], '“A” and “B”'],
  [['A', 'B', 'C'], '“A”, “B” and “C”'],
])('titles %j are listed as %s', (titles, words) => {
  expect(listTitles(titles)).toBe(words)
})
