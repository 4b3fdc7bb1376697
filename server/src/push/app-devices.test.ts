import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import { openPhone } from '../auth/tokens/phone.testing.ts'
import { openDoctor } from '../doctor/report.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'
import { pushChecks } from './checks.ts'
import { startPhones } from './phones.testing.ts'

let phones: Awaited<ReturnType<typeof startPhones>>
let appleKey: Awaited<ReturnType<typeof phones.reset>>

beforeAll(async () => {
  phones = await startPhones()
})
beforeEach(async () => {
  appleKey = await phones.reset()
})
afterAll(() => phones.close())

test('the doctor is satisfied with keys that work, and notifies no phone to find out', async () => {
  await phones.portal.db.deleteFrom('push_devices').execute()
  const { phone } = await phones.reader('android')
  expect([await phones.look('push.android'), await phones.look('push.ios')]).toMatchObject([
    { state: 'well' },
    { state: 'well' },
  ])
  expect(phone.taken).toEqual([])
})

test('the doctor names a bundle ID of another team, and a clock that is wrong', async () => {
  await phones.set({ PUSH_APPLE_BUNDLE_ID: 'org.example.theirs' })
  expect(await phones.look('push.ios')).toMatchObject({ state: 'wrong', says: expect.stringContaining('bundle ID') })
  const skewed = await startTestPortal({ firebaseUrl: phones.google.url, now: () => phones.minutes(90) })
  await changeSetting(skewed.ctx, { key: 'PUSH_FIREBASE_ACCOUNT', value: phones.account.file })
  const [line] = await openDoctor(pushChecks).lookAgain(skewed.ctx)
  await skewed.close()
  expect(line).toMatchObject({ state: 'wrong', says: expect.stringContaining('clock of the portal is wrong') })
})

test('a space that has set nothing up offers it to no phone, and the doctor has nothing to say', async () => {
  const { id, client, devices, phone } = await phones.reader('android')
  await resetSetting(phones.portal.ctx, 'PUSH_FIREBASE_ACCOUNT')
  await resetSetting(phones.portal.ctx, 'PUSH_APPLE_KEY_ID')
  expect((await client.push.getState()).appPlatforms).toEqual([])
  await expect(client.push.addAppDevice({ platform: 'android', token: phone.token })).rejects.toMatchObject({
    code: 'appPushNotSetUp',
  })
  await phones.send(id)
  expect(await devices()).toMatchObject([{ failure: 'notSetUp' }])
  expect(await phones.look('push.android')).toBeUndefined()
  expect(await phones.look('push.ios')).toMatchObject({ state: 'wrong', to: '/manage/settings#PUSH_APPLE_KEY_ID' })
})

test('an app that logs in is a device by the name of its phone, and ends with its login', async () => {
  const { id, email } = await anAccount(phones.portal.db, { password: 'walnut lathe 9' })
  const phone = openPhone(phones.portal.app)
  const { access } = await phone.logIn(email, 'walnut lathe 9')
  const { token, taken } = phones.install('android')
  const added = await phone.send('/api/push/app-devices/', {
    method: 'POST',
    payload: { platform: 'android', token },
    access,
  })
  expect(added.statusCode).toBe(200)
  const client = await phones.portal.as(id)
  await client.push.choose({ occasion: 'votes', isOn: true })
  expect((await client.push.getState()).devices).toMatchObject([{ app: 'Pixel', isCurrent: false }])
  await client.push.test()
  await phones.portal.runJobs()
  expect(taken).toMatchObject([{ data: { path: '/account/profile' } }])
  await phone.send('/api/logout/', { method: 'POST', access })
  await phones.send(id)
  expect(taken).toHaveLength(1)
  expect((await client.push.getState()).devices).toEqual([])
})

test('a phone that another member logs in on is theirs, and a new token of a phone takes the place of the old', async () => {
  const first = await phones.reader('ios')
  const second = await phones.reader('ios', first.phone)
  expect(await first.devices()).toEqual([])
  const renewed = phones.install('ios')
  await second.client.push.addAppDevice({ platform: 'ios', token: renewed.token })
  expect(await second.devices()).toHaveLength(1)
  await phones.send(second.id)
  expect([first.phone.taken.length, renewed.taken.length]).toEqual([0, 1])
})

test.each([
  ['android', 'no token at all'],
  ['android', '../../v1/projects/other'],
  ['ios', 'x'.repeat(64)],
  ['ios', 'ab'.repeat(31)],
] as const)('what no phone gives out is refused: %s %s', async (platform, token) => {
  const client = await phones.portal.as((await aMember(phones.portal.db)).id)
  await expect(client.push.addAppDevice({ platform, token })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'token' }] },
  })
})

test('keys stand encrypted in the database and are in no answer, no log and no audit', async () => {
  const admin = await phones.portal.as((await aMember(phones.portal.db, { isAdmin: true })).id)
  const { id } = await phones.reader('android')
  await phones.send(id)
  const rows = await phones.portal.db.selectFrom('settings').selectAll().execute()
  const events = await phones.portal.db.selectFrom('audit_events').selectAll().execute()
  const shown = JSON.stringify([rows, events, await admin.settings.list(), await admin.doctor.lookAgain()])
  for (const secret of [phones.account.file, appleKey.file]) {
    const letters = secret.replaceAll(/\\n|\s/g, '').slice(-200, -60)
    expect(shown + phones.portal.logLines.join('')).not.toContain(letters)
  }
  expect(phones.portal.logLines.join('')).not.toContain('ya29.')
})
