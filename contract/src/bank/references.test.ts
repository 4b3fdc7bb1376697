import { expect, test } from 'vitest'
import { duesReference, readHints, readReferences, remainder97, topUpReference } from './references.ts'

/** Numbers that come in the same order in every run. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const gaps = ['', ' ', '\n', ' - ', '.', '/']

test('every reference is read again, however it is spaced and cased, and whatever stands around it', () => {
  const random = seeded(11_649)
  for (let round = 0; round < 3000; round += 1) {
    const memberId = 1 + random(10 ** (1 + random(9)))
    const [kind, text] =
      random(2) === 0 ? (['dues', duesReference(memberId)] as const) : (['topUp', topUpReference(memberId)] as const)
    const gap = gaps[random(gaps.length)] ?? ''
    const typed = Array.from(text.replaceAll(' ', '')).join(random(3) === 0 ? gap : '')
    const around = `Dues 2026 ${random(2) === 0 ? typed.toLowerCase() : typed} Ada Lovelace ${random(1000)}`
    expect(readReferences(around), around).toEqual([{ kind, memberId }])
  }
})

test('a wrong digit, two digits in the wrong order and a digit left out are refused by the check digits', () => {
  const random = seeded(97)
  for (let round = 0; round < 3000; round += 1) {
    const text = duesReference(1 + random(999_999)).replaceAll(' ', '')
    const at = 6 + random(5)
    const wrong = `${text.slice(0, at)}${(Number(text[at]) + 1 + random(9)) % 10}${text.slice(at + 1)}`
    expect(readReferences(wrong), wrong).toEqual([])
    const [a = '', b = ''] = [text[at - 1], text[at]]
    const swapped = `${text.slice(0, at - 1)}${b}${a}${text.slice(at + 1)}`
    expect(a === b ? [] : readReferences(swapped), swapped).toEqual([])
    expect(readReferences(`${text.slice(0, at)}${text.slice(at + 1)}`)).toEqual([])
  }
})

test.each([
  ['two members on one line', `${duesReference(7)} and ${topUpReference(9)}`, ['dues 7', 'topUp 9']],
  ['the same twice', `${duesReference(7)}/${duesReference(7)}`, ['dues 7']],
  ['without anything between', `${duesReference(7)}${duesReference(8)}`.replaceAll(' ', ''), ['dues 7', 'dues 8']],
  ['digits that follow', `${duesReference(7)} 2026`, ['dues 7']],
  ['a number of seven digits', `${duesReference(1_234_567)} 2026`, ['dues 1234567']],
  ['the letter O for a nought', duesReference(7).replaceAll('0', 'O'), []],
  ['an invoice of another maker', 'RF18 5390 0754 7034', []],
  ['a member that cannot be', 'RF00 D000 000', []],
  ['nothing', '', []],
  ['a very long text', 'RF1'.repeat(5000), []],
])('references in a text: %s', (_what, text, expected) => {
  expect(readReferences(text).map(({ kind, memberId }) => `${kind} ${memberId}`)).toEqual(expected)
})

test('a reference is written in groups of four, and its check digits are those of ISO 11649', () => {
  expect(duesReference(123)).toBe('RF10 D000 123')
  expect(topUpReference(123)).toBe('RF13 B000 123')
  // The example of the standard.
  expect(remainder97('539007547034RF18')).toBe(1)
})

test('a number without check digits is a hint', () => {
  expect(readHints('dues d000123')).toEqual([{ kind: 'dues', memberId: 123 }])
  expect(readHints('ID00012345 D0001234')).toEqual([])
})
