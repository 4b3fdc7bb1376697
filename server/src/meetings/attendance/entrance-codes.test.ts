import { expect, test } from 'vitest'
import { isFreshCheckIn, sealCheckIn } from './entrance-codes.ts'

const key = Buffer.alloc(32, 3)
const now = new Date('2027-03-01T19:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const code = sealCheckIn(key, { meetingId: 7, now })

test.each([
  ['at once', 0, true],
  ['two minutes later', 120, true],
  ['just before it runs out', 179, true],
  ['three minutes later', 180, false],
  ['an hour later', 3600, false],
  ['by a process whose clock is a little behind', -20, true],
  ['long before it is shown', -90, false],
])('a code read %s lets in or does not', (_, seconds, isFresh) => {
  expect(isFreshCheckIn(key, { meetingId: 7, code, now: later(seconds) })).toBe(isFresh)
})

test('all walls show the same code for a while', () => {
  expect(sealCheckIn(key, { meetingId: 7, now: later(29) })).toBe(code)
  expect(sealCheckIn(key, { meetingId: 7, now: later(30) })).not.toBe(code)
})

test.each([
  ['of another meeting', sealCheckIn(key, { meetingId: 8, now })],
  ['of another portal', sealCheckIn(Buffer.alloc(32, 4), { meetingId: 7, now })],
  ['with a later step', code.replace(/^[^.]+/, (step) => (Number.parseInt(step, 36) + 1).toString(36))],
  ['cut off', code.slice(0, -2)],
  ['without a signature', code.split('.')[0] ?? ''],
  ['of nothing', ''],
  ['of words', 'let me in.please'],
])('a code %s lets no member in', (_, other) => {
  expect(isFreshCheckIn(key, { meetingId: 7, code: other, now })).toBe(false)
})
