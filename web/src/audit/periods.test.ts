import { test, expect } from 'vitest'
import { formatSpan } from './periods.ts'

const start = '2026-01-05T10:00:00.000Z'

test.each([
  ['2026-01-05T10:00:20.000Z', '1 min'],
  ['2026-01-05T10:15:59.000Z', '15 min'],
  ['2026-01-05T12:05:00.000Z', '2 h 5 min'],
  ['2026-01-08T14:05:00.000Z', '3 d 4 h'],
  ['2026-01-06T10:00:00.000Z', '1 d'],
])('until %s it lasted %s', (end, words) => {
  expect(formatSpan(start, end)).toBe(words)
})
