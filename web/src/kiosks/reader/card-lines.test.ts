import { test, expect } from 'vitest'
import { parseLine, nothingTyped, readKey } from './card-lines.ts'

test.each([
  ['c:1044', { card: '1044' }],
  ['c:1044\r\n', { card: '1044\r\n' }],
  ['c:0004521', { card: '0004521' }],
  ['c:', { card: '' }],
  ['c: 1044', { card: ' 1044' }],
  ['c:10 44', { card: '10 44' }],
  [' c:1044', 'ignored'],
  ['C:1044', 'ignored'],
  ['heap 23104', 'ignored'],
  [`c:${'1'.repeat(51)}`, { card: '1'.repeat(51) }],
  ['', 'corrupt'],
])('%j is read as %j', (line, parsed) => {
  expect(parseLine(line)).toEqual(parsed)
})

const type = (keys: string[], everyMs: number) => {
  let typing = nothingTyped
  let card: string | null = null
  for (const [index, key] of keys.entries()) {
    const read = readKey(typing, { key, atMs: 1000 + index * everyMs })
    typing = read.now
    card = read.card
  }
  return card
}

test.each<[string[], number, string | null]>([
  [['1', '0', '4', '4', 'Enter'], 10, '1044'],
  [['0', '4', 'A', '2', 'F', 'Enter'], 30, '04A2F'],
  [['1', '0', '4', '4', 'Enter'], 200, null],
  [['1', '0', '4', 'Enter'], 10, null],
  [['Enter'], 10, null],
  [['1', '0', 'Tab', '4', '4', '7', '7', 'Enter'], 10, '4477'],
  [['1', '0', '4', '4'], 10, null],
])('the keys %j, one every %i ms, are the card %j', (keys, everyMs, card) => {
  expect(type(keys, everyMs)).toBe(card)
})
