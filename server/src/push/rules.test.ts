import { expect, test } from 'vitest'
import { contactOf, cutSentence, isPushEndpoint, judgeAnswer, parseRetryAfter, waitOf } from './rules.ts'

const now = new Date('2026-03-02T10:00:00Z')

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:APA91', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', true],
  ['https://web.push.apple.com/QGr', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:word@push.example.org/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://2130706433/abc', false],
  ['https://localhost/abc', false],
  ['https://database/abc', false],
  ['javascript:alert(1)', false],
  ['', false],
])('an endpoint at %s: %s', (endpoint, isOne) => {
  expect(isPushEndpoint(endpoint)).toBe(isOne)
})

test.each([
  [201, undefined, { kind: 'sent' }],
  [202, undefined, { kind: 'sent' }],
  [404, undefined, { kind: 'gone' }],
  [410, undefined, { kind: 'gone' }],
  [400, undefined, { kind: 'refused', failure: 'refused' }],
  [403, undefined, { kind: 'refused', failure: 'refused' }],
  [413, undefined, { kind: 'refused', failure: 'refused' }],
  [301, undefined, { kind: 'refused', failure: 'refused' }],
  [429, '120', { kind: 'wait', waitMs: 120_000 }],
  [429, 'Mon, 02 Mar 2026 10:05:00 GMT', { kind: 'wait', waitMs: 300_000 }],
  [429, undefined, { kind: 'wait', waitMs: 30_000 }],
  // It asks for less than the portal waits by itself.
  [503, '1', { kind: 'wait', waitMs: 30_000 }],
  [500, 'soon', { kind: 'wait', waitMs: 30_000 }],
] as const)('an answer of %s with Retry-After %s', (status, retryAfter, verdict) => {
  expect(judgeAnswer({ status, retryAfter }, { tries: 0, now })).toEqual(verdict)
})

test('each try waits twice as long as the one before, at most an hour', () => {
  expect([0, 1, 2, 3, 10].map(waitOf)).toEqual([30_000, 60_000, 120_000, 240_000, 3_600_000])
})

test('a Retry-After in the past is no wait, and one that is no time is none at all', () => {
  expect(parseRetryAfter('Mon, 02 Mar 2026 09:00:00 GMT', now)).toBe(0)
  expect(parseRetryAfter('-5', now)).not.toBe(-5000)
  expect(parseRetryAfter('later', now)).toBeNull()
})

test('a sentence is cut at a word and stays on one line', () => {
  expect(cutSentence('  The laser\nis back. ', 50)).toBe('The laser is back.')
  expect(cutSentence('The large laser cutter is back', 20)).toBe('The large laser…')
  expect(cutSentence('x'.repeat(50), 20)).toHaveLength(20)
})

test('push services are given the technical contact, then the address of the portal, then a made-up one', () => {
  expect(contactOf({ email: 'it@example.org', siteUrl: 'https://a.example' })).toBe('mailto:it@example.org')
  expect(contactOf({ email: '', siteUrl: 'https://a.example' })).toBe('https://a.example')
  expect(contactOf({ email: '', siteUrl: 'http://localhost:8000' })).toMatch(/^mailto:/)
})
