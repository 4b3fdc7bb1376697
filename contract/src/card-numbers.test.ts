import { expect, test } from 'vitest'
import { CardNumber, plainCard } from './card-numbers.ts'

test.each([
  'ED0BA912',
  'ed0ba912',
  'ed:0b:a9:12',
  'ED-0B-A9-12',
  ' Ed 0b\u00a0A9 12\t',
  '\u202aED0BA912\u202c',
  'ED\u200b0B\u00adA9\ufeff12',
  'ＥＤ０ＢＡ９１２',
  'ED٠BA٩١٢',
  'ed०ba९१२',
  'ed\u2011𝟎ba.9/12',
])('%j is the card ed0ba912', (written) => {
  expect(plainCard(written)).toBe('ed0ba912')
})

test('leading zeros count, and what has neither letters nor digits stays as it is', () => {
  expect([plainCard('0004123'), plainCard('4123'), plainCard('---')]).toEqual(['0004123', '4123', '---'])
})

test('the digits of every script are plain ones', () => {
  const signs = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign))
  expect(signs.filter((sign) => !/^\d$/.test(plainCard(sign)))).toEqual([])
})

test.each([
  ['\u202a 04 71 83 \u202c', '047183'],
  ['٠٤٧١', '0471'],
  ['ED:0b:A9:12', 'ED:0b:A9:12'],
])('a number that is given as %j is kept as %j', (given, kept) => {
  expect(CardNumber.parse(given)).toBe(kept)
})

test.each(['', ' ', '\u200b', '12\n34', '1'.repeat(51)])('%j is not the number of a card', (given) => {
  expect(CardNumber.safeParse(given).success).toBe(false)
})
