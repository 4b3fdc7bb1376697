import { expect, test } from 'vitest'
import { fitText, type TextBox } from './fit-text.ts'

/** Every letter is half as wide as the font is high. */
const measure = (text: string) => text.length / 2

const box = (given: Partial<TextBox>): TextBox => ({
  text: 'A1',
  width: 100,
  most: 40,
  least: 10,
  maxLines: 2,
  isStrong: false,
  ...given,
})

test.each<[string, Partial<TextBox>, { lines: string[]; size: number; isCut: boolean }]>([
  ['a short text is as large as it may be', {}, { lines: ['A1'], size: 40, isCut: false }],
  ['a longer one is smaller', { text: 'walnut', maxLines: 1 }, { lines: ['walnut'], size: 33, isCut: false }],
  ['lines end between words', { text: 'walnut lathe' }, { lines: ['walnut', 'lathe'], size: 33, isCut: false }],
  ['lines end at hyphens', { text: 'Ann-Kathrin' }, { lines: ['Ann-', 'Kathrin'], size: 28.5, isCut: false }],
  [
    'all lines have room in height',
    { text: 'walnut lathe', maxHeight: 40 },
    { lines: ['walnut', 'lathe'], size: 20, isCut: false },
  ],
  [
    'a word is broken only where it is too wide in the least size',
    { text: 'abcdefghijklmnopqrstuvwxyz' },
    { lines: ['abcdefghijklmnopqrst', 'uvwxyz'], size: 10, isCut: false },
  ],
  [
    'what is too long even so ends with an ellipsis',
    { text: 'abcdefghijklmnopqrstuvwxyz', maxLines: 1 },
    { lines: ['abcdefghijklmnopqrs…'], size: 10, isCut: true },
  ],
  ['spaces do not count', { text: '  walnut \n lathe ' }, { lines: ['walnut', 'lathe'], size: 33, isCut: false }],
  ['nothing is nothing', { text: '' }, { lines: [], size: 40, isCut: false }],
])('%s', (_, given, fitted) => {
  expect(fitText(box(given), measure)).toEqual(fitted)
})
