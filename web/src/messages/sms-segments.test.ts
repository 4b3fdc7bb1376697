import { test, expect } from 'vitest'
import { countSegments } from './sms-segments.ts'

test.each([
  ['nothing', '', 0],
  ['one character', 'a', 1],
  ['160 ordinary ones', 'a'.repeat(160), 1],
  ['161 ordinary ones', 'a'.repeat(161), 2],
  ['306 ordinary ones', 'a'.repeat(306), 2],
  ['307 ordinary ones', 'a'.repeat(307), 3],
  ['80 that count twice', '€'.repeat(80), 1],
  ['81 that count twice', '€'.repeat(81), 2],
  ['70 with one of another script', `${'a'.repeat(69)}ж`, 1],
  ['71 with one of another script', `${'a'.repeat(70)}ж`, 2],
  ['an emoji, which counts as two', `${'a'.repeat(69)}🎉`, 2],
])('%s is sent in the right number of parts', (_name, text, segments) => {
  expect(countSegments(text).segments).toBe(segments)
})
