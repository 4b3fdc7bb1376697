import { pushSettings, readAppleKey, readFirebaseAccount } from '@spacekeeper/contract/push/settings.ts'
import { expect, test } from 'vitest'
import { judgeAppAnswer } from './app-rules.ts'

const now = new Date('2026-03-02T10:00:00Z')
const wrong = (failure: string) => ({ kind: 'refused', failure })
const gone = { kind: 'gone' }
const wait = (seconds: number) => ({ kind: 'wait', waitMs: seconds * 1000 })

test.each([
  [200, null, undefined, { kind: 'sent' }],
  // Google
  [404, 'UNREGISTERED', undefined, gone],
  [400, 'INVALID_TOKEN', undefined, gone],
  [400, 'INVALID_ARGUMENT', undefined, wrong('refused')],
  [404, 'NOT_FOUND', undefined, wrong('wrongKey')],
  [403, 'SENDER_ID_MISMATCH', undefined, wrong('wrongApp')],
  [403, 'PERMISSION_DENIED', undefined, wrong('wrongKey')],
  [401, 'UNAUTHENTICATED', undefined, wrong('wrongKey')],
  [400, 'invalid_grant', undefined, wrong('wrongKey')],
  [400, 'wrongClock', undefined, wrong('wrongKey')],
  [429, 'QUOTA_EXCEEDED', '120', wait(120)],
  [429, 'QUOTA_EXCEEDED', undefined, wait(60)],
  [503, 'UNAVAILABLE', undefined, wait(30)],
  [500, 'INTERNAL', undefined, wait(30)],
  // Apple
  [410, 'Unregistered', undefined, gone],
  [410, 'ExpiredToken', undefined, gone],
  [400, 'DeviceTokenNotForTopic', undefined, wrong('wrongApp')],
  [400, 'TopicDisallowed', undefined, wrong('wrongApp')],
  [403, 'InvalidProviderToken', undefined, wrong('wrongKey')],
  [403, 'ExpiredProviderToken', undefined, wrong('wrongKey')],
  [413, 'PayloadTooLarge', undefined, wrong('refused')],
  [429, 'TooManyRequests', undefined, wait(60)],
  [429, 'TooManyProviderTokenUpdates', '1200', wait(1200)],
  [503, 'Shutdown', undefined, wait(30)],
  // A proxy on the way, which has no words of either.
  [410, null, undefined, gone],
  [404, null, undefined, wrong('refused')],
  [502, null, undefined, wait(30)],
])('an answer of %s %s with Retry-After %s', (status, reason, retryAfter, verdict) => {
  expect(judgeAppAnswer({ status, reason, retryAfter }, { tries: 0, now, hasWorked: true })).toEqual(verdict)
})

test('a token that Apple calls bad is gone if it worked before, and otherwise the app is another one', () => {
  const answer = { status: 400, reason: 'BadDeviceToken', retryAfter: undefined }
  expect(judgeAppAnswer(answer, { tries: 0, now, hasWorked: true })).toEqual(gone)
  expect(judgeAppAnswer(answer, { tries: 0, now, hasWorked: false })).toEqual(wrong('wrongApp'))
})

const file = {
  type: 'service_account',
  project_id: 'our-space',
  client_email: 'portal@our-space.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
}

test.each([
  ['no JSON', 'a key'],
  ['the configuration of an app', JSON.stringify({ project_info: { project_id: 'our-space' } })],
  ['an account of a person', JSON.stringify({ ...file, type: 'authorized_user' })],
  ['no key', JSON.stringify({ ...file, private_key: '' })],
  ['a project that leads elsewhere', JSON.stringify({ ...file, project_id: '../other' })],
])('%s is no service account, and the setting says what it should be', (_what, text) => {
  expect(readFirebaseAccount(text)).toBeNull()
  expect(pushSettings.PUSH_FIREBASE_ACCOUNT.schema.safeParse(text).error?.issues[0]?.message).toMatch(/service account/)
})

test('a key is read as it is, and from a field that took its line breaks away', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nAAAABBBB\n-----END PRIVATE KEY-----\n'
  expect(readAppleKey(pem)).toBe(pem)
  expect(readAppleKey(pem.replaceAll('\n', ' '))).toBe(pem)
  expect(readAppleKey('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toBeNull()
  expect(readFirebaseAccount(JSON.stringify(file))).toMatchObject({ project_id: 'our-space' })
})
