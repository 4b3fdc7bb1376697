import { expect, test } from 'vitest'
import type { Actor } from '#platform/ctx.ts'
import { checkFiles, fillIn, mayCancel, retryRefusalOf, whyNotSent } from './rules.ts'

const now = new Date('2026-03-02T10:00:00Z')
const message = {
  state: 'failed',
  isSecret: false,
  hasText: true,
  newsUntil: null,
  isSetUp: true,
  now,
} as const
const later = new Date(now.getTime() + 1000)

test.each([
  ['failed', {}, null],
  ['kept, once there is something to send it with', { state: 'kept' }, null],
  ['kept, while there is nothing', { state: 'kept', isSetUp: false }, 'notSetUp'],
  ['queued', { state: 'queued' }, 'settled'],
  ['sent', { state: 'sent' }, 'settled'],
  ['cancelled', { state: 'cancelled' }, 'settled'],
  ['failed and forgotten', { hasText: false }, 'notKept'],
  ['kept with a link that still works', { state: 'kept', isSecret: true, newsUntil: later }, null],
  ['kept with a link that has expired', { state: 'kept', isSecret: true, newsUntil: now }, 'expired'],
  ['kept while it was news', { state: 'kept', newsUntil: now }, 'outdated'],
  ['failed and still news', { newsUntil: later }, null],
] as const)('whether a message that is %s can be sent again', (_name, facts, refusal) => {
  expect(retryRefusalOf({ ...message, ...facts })).toBe(refusal)
})

test.each([
  ['is news', { newsUntil: later }, null],
  ['was news', { newsUntil: now }, 'It was too old to be sent.'],
  ['goes to a closed account', { isToClosed: true }, 'The account was closed before it was sent.'],
  ['is news that is not wanted any more', { isUnwanted: true }, 'The member turned news off before it was sent.'],
] as const)('what waits and %s is sent, or says why not', (_name, facts, why) => {
  expect(whyNotSent({ isToClosed: false, isUnwanted: false, newsUntil: null, now, ...facts })).toBe(why)
})

test('the blanks of a text are filled in, also with what looks like a pattern', () => {
  expect(fillIn('{device} of {site}, {site}', { site: '$& Co', device: 'Front door' })).toBe(
    'Front door of $& Co, $& Co',
  )
  expect(fillIn('Off at {site} {device}', { site: 'Makers', device: null })).toBe('Off at Makers')
})

const staff: Actor = { kind: 'member', id: 1, isAdmin: false, permissions: ['members'], state: 'active', sessionId: 1 }

test.each<[string, Actor, string, boolean]>([
  ['who looks after members', staff, 'mailing', true],
  ['who looks after members', staff, 'staff', true],
  ['who looks after members', staff, 'welcome', true],
  ['who looks after members', staff, 'test', true],
  ['who looks after members', staff, 'resetPassword', false],
  ['who looks after members', staff, 'emailChanged', false],
  ['who looks after members', staff, 'passwordChanged', false],
  ['an administrator', { ...staff, isAdmin: true }, 'emailChanged', true],
  ['the portal', { kind: 'system' }, 'emailChanged', true],
  ['a stranger', { kind: 'anonymous' }, 'mailing', false],
])('%s may stop a message: %#', (_, actor, kind, expected) => {
  expect(mayCancel(actor, kind)).toBe(expected)
})

const fileOf = (bytes: number) => ({ name: `${bytes}.pdf`, mediaType: 'application/pdf', content: Buffer.alloc(bytes) })

test.each([
  ['of 7 MB together go with a mail', [5_000_000, 2_000_000], false, ''],
  ['that are larger together do not', [5_000_000, 2_000_001], false, '7000000 bytes together; these are 7000001'],
  ['do not go with a secret link', [1], true, 'secret link carries no files: 1.pdf'],
])('files %s', (_, sizes, isSecret, refusal) => {
  let said = ''
  try {
    checkFiles(sizes.map(fileOf), { isSecret })
  } catch (error) {
    said = String(error)
  }
  expect([said === '', said.includes(refusal)]).toEqual([refusal === '', true])
})
