import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { doingEvents, webhookKinds } from '@spacekeeper/contract/webhooks/words.ts'
import { expect, test } from 'vitest'
import { excerptOf, eventFactsOf, kindOf, nextTryAt, offReasonAfter, receiverPatienceMs } from './rules.ts'

const now = new Date('2026-11-23T12:00:00Z')

test('every event of the audit is of one kind, and every kind has events', () => {
  const kinds = keysOf(auditEvents).map(kindOf)
  expect(kinds).not.toContain(null)
  expect(new Set([...kinds, ...keysOf(doingEvents)])).toEqual(new Set(keysOf(webhookKinds)))
  expect(kindOf('nothing.known')).toBe(null)
})

test.each([
  ['door.granted', 'access'],
  ['door.bumped', 'devices'],
  ['issue.reported', 'issues'],
  ['member.activate', 'members'],
  ['account.loggedIn', 'accounts'],
  ['billing.paid', 'payments'],
  ['vote.cast', 'votes'],
  ['visitor.arrived', 'visits'],
  ['webhook.created', 'site'],
])('%s is about %s', (event, kind) => {
  expect(kindOf(event)).toBe(kind)
})

test.each([
  [1, 5],
  [2, 5 * 60],
  [3, 30 * 60],
  [4, 2 * 3600],
  [5, 5 * 3600],
  [6, 10 * 3600],
  [7, 14 * 3600],
  [8, 20 * 3600],
  [9, 24 * 3600],
])('after %i tries the next is made %i seconds later, and up to a fifth more', (tries, seconds) => {
  const after = (chance: number) => (Number(nextTryAt({ tries, now, chance })) - now.getTime()) / 1000
  expect(after(0)).toBe(seconds)
  expect(after(1)).toBe(seconds * 1.2)
})

test('the tenth try is the last', () => {
  expect(nextTryAt({ tries: 10, now, chance: 0 })).toBe(null)
})

test('a receiver is switched off that is gone, or has failed for five days', () => {
  const failingSince = new Date(now.getTime() - receiverPatienceMs)
  expect(offReasonAfter({ status: 410, failingSince: now, now })).toBe('gone')
  expect(offReasonAfter({ status: 500, failingSince, now })).toBe('failing')
  expect(offReasonAfter({ status: null, failingSince: new Date(failingSince.getTime() + 1), now })).toBe(null)
})

test('facts are figures, names of things and which fields changed; no text, address, card or secret', () => {
  const data = {
    count: 3,
    amountCents: -250,
    name: 'Laser',
    reason: 'they shouted',
    email: 'bo@example.org',
    number: '0004711',
    address: '10.0.0.4',
    prefix: 'ABCD',
    from: 'bo@example.org',
    to: 'active',
    changes: { phone: { from: '1', to: '2' }, secretKey: { from: 'a', to: 'b' } },
    memberIds: [1, 2],
  }
  const facts = { count: 3, amountCents: -250, name: 'Laser', to: 'active', changed: ['phone', 'secretKey'] }
  expect(eventFactsOf('devices', data)).toEqual(facts)
  expect(eventFactsOf('members', data)).not.toHaveProperty('name')
})

test('what is sent of an event has an end, however much the audit holds', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`fact${at}`, at]))
  const facts = eventFactsOf('devices', { ...many, name: 'x'.repeat(100_000), changes: many })
  expect(JSON.stringify(facts).length).toBeLessThan(3000)
})

test('an answer is shown in one line that a database can keep', () => {
  expect(excerptOf(Buffer.from('\u0000 ok \n\u001b[31mred'))).toBe('ok [31mred')
  expect(excerptOf(Buffer.from(''))).toBe(null)
  expect(excerptOf(Buffer.from([0xff, 0xfe, 0x41]))).toContain('A')
})
