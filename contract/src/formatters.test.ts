import { expect, test } from 'vitest'
import { formatCents, listNames, sayCount, textLocale } from './formatters.ts'

test.each([
  ['sv-SE', 'en-SE'],
  ['en-AU', 'en-AU'],
  ['zh-Hant-TW', 'en-TW'],
  ['de', 'en'],
  ['', 'en'],
])('a space in "%s" has its dates and numbers in %s', (locale, ours) => {
  expect(textLocale(locale)).toBe(ours)
})

test('money is written as the space writes it, and a list in the language of the words', () => {
  expect(formatCents(-6500, { locale: 'sv-SE', currency: 'SEK' }).replaceAll('\u00a0', ' ')).toBe('−65,00 kr')
  expect(listNames('sv-SE', ['Anna', 'Bo', 'Cleo'])).toBe('Anna, Bo and Cleo')
})

test.each([
  [0, '0 days'],
  [1, 'one day'],
  [1_200, '1,200 days'],
])('%i of something is "%s"', (count, words) => {
  expect(sayCount(count, { one: 'one day', other: '{count} days' })).toBe(words)
})
