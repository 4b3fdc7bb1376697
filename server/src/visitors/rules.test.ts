import { expect, test } from 'vitest'
import { findAnnouncement, isSameName, isTooFarAhead, readKioskPass, writeKioskPass } from './rules.ts'

const key = Buffer.alloc(32, 1)
const now = new Date('2026-11-23T10:03:00Z')
const pass = writeKioskPass(key, { kioskId: 7, now })
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each<[string, { pass: string; now: Date; key?: Buffer }, number | null]>([
  ['at once', { pass, now }, 7],
  ['while the form is filled in', { pass, now: later(20) }, 7],
  ['half an hour later', { pass, now: later(31) }, null],
  ['before it was given out', { pass, now: later(-10) }, null],
  ['of another portal', { pass, now, key: Buffer.alloc(32, 2) }, null],
  ['of another kiosk', { pass: pass.replace('7.', '8.'), now }, null],
  ['that is none', { pass: 'walnut', now }, null],
  ['that is empty', { pass: '', now }, null],
])('a pass of a kiosk %s', (_, { key: signedBy = key, ...given }, kioskId) => {
  expect(readKioskPass(signedBy, given)).toBe(kioskId)
})

test.each<[string, string, boolean]>([
  ['Zoë  Möller', 'zoe moller', true],
  [' Robin Hood ', 'robin hood', true],
  ['Robin Hood', 'Robin Wood', false],
])('“%s” and “%s” are the same name: %s', (a, b, isSame) => {
  expect(isSameName(a, b)).toBe(isSame)
})

const [first, second] = [
  { id: 1, name: 'Robin', hostId: 5 },
  { id: 2, name: 'Robin', hostId: 6 },
]

test.each<[string, (typeof first)[], { name: string; hostId: number | null }, number | undefined]>([
  ['the host they name', [first, second], { name: 'robin', hostId: 6 }, 2],
  ['another host than the one they name', [first], { name: 'Robin', hostId: 6 }, undefined],
  ['the only one of their name', [first], { name: 'Robin', hostId: null }, 1],
  ['two hosts, none named', [first, second], { name: 'Robin', hostId: null }, undefined],
  ['no one', [], { name: 'Robin', hostId: null }, undefined],
])('a visitor announced by %s', (_, announced, visitor, id) => {
  expect(findAnnouncement(announced, visitor)?.id).toBe(id)
})

test.each([
  ['2027-01-22', false],
  ['2027-01-23', true],
])('whether %s is too far ahead for a visitor', (day, expected) => {
  expect(isTooFarAhead(day, '2026-11-23')).toBe(expected)
})
