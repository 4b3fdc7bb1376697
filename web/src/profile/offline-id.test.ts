import { afterEach, beforeEach, expect, test } from 'vitest'
import { aProfile } from '../portal.testing.tsx'
import { isOwnerFresh } from './code-age.ts'
import { ownerOf } from './kept-id.ts'
import { drawOffline } from './offline-id.ts'

const now = Date.parse('2026-03-02T10:00:00Z')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let place: HTMLElement

beforeEach(() => {
  place = document.createElement('main')
})
afterEach(() => localStorage.clear())

const code = {
  success: true,
  token: 'abc',
  issuedAt: new Date(now).toISOString(),
  expiresAt: new Date(now + 10 * minuteMs).toISOString(),
  url: 'https://portal.test/verify/abc',
}

const keepId = (profile = aProfile(), agoMs = 0) =>
  localStorage.setItem(
    'kept:digital-id',
    JSON.stringify({ memberId: profile.id, receivedAt: now - agoMs, code, owner: ownerOf(profile, now - agoMs) }),
  )

const draw = () => {
  drawOffline(place, now)
  return place.textContent
}

test('a digital ID says who, how they stood and when, with its code while that works', () => {
  keepId(aProfile({ id: 4127, memberSince: '2021-03-03T12:00:00.000Z' }), 3 * minuteMs)
  const text = draw()
  expect(text).toContain('Bo Berg')
  expect(text).toContain('Active member')
  expect(text).toContain('Member number4127')
  expect(text).toContain('Member since3 March 2021')
  expect(text).toContain('This code is 3 minutes old. It works for 7 more minutes.')
  expect(text).toMatch(/As of .*Mar.*\. Later changes aren’t shown\./)
  expect(place.querySelector('svg')?.getAttribute('aria-label')).toContain('QR code')
  expect(text).not.toContain('example.org')
})

test('after ten minutes the code is gone, and the owner stays', () => {
  keepId(aProfile({ state: 'noob', memberSince: null }), 11 * minuteMs)
  expect(draw()).toContain('This code has expired')
  expect(place.textContent).toContain('Registered5 January 2026')
  expect(place.querySelector('svg')).toBeNull()
})

test('a suspension that the browser knows of is shown', () => {
  keepId(aProfile({ suspension: { since: '2026-01-01T00:00:00.000Z', reason: 'late' } }))
  expect(draw()).toContain('Suspended since1 January 2026')
  expect(place.textContent).not.toContain('late')
})

test('after two weeks the name is not shown any more', () => {
  keepId(aProfile(), 15 * dayMs)
  expect(draw()).toContain('The digital ID on this device has expired.')
  expect(place.textContent).not.toContain('Bo Berg')
})

test.each([null, 'x', {}, { memberId: 1, receivedAt: 1, code }])('with %j kept there is no digital ID', (kept) => {
  localStorage.setItem('kept:digital-id', JSON.stringify(kept))
  expect(draw()).toContain('There’s no digital ID on this device yet.')
  expect(place.querySelector('button')?.textContent).toBe('Try again')
})

test.each([
  [0, true],
  [13, true],
  [14, false],
  [-2, false],
])('what the portal said %s days ago may be shown: %s', (days, expected) => {
  expect(isOwnerFresh({ asOf: now - days * dayMs, now })).toBe(expected)
})
