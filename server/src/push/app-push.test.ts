import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('the Android app is notified with title, text, page, tag and a time to live', async () => {
  const { id, phone, devices } = await phones.reader('android')
  await phones.send(id)
  expect(phone.taken).toEqual([
    {
      token: phone.token,
      notification: { title: 'A vote is open', body: 'New chairs' },
      data: { path: '/tools/votes/1' },
      android: { priority: 'HIGH', ttl: '43200s', notification: { tag: 'votes' } },
    },
  ])
  expect(await devices()).toMatchObject([{ platform: 'android', isCurrent: true, failure: null }])
  expect((await devices())[0]?.lastSentAt).toBe(phones.startedAt.toISOString())
})

test('the iPhone app is notified with title, text, page, tag and an end', async () => {
  const { id, phone } = await phones.reader('ios')
  await phones.send(id)
  expect(phone.taken).toEqual([
    {
      aps: { alert: { title: 'A vote is open', body: 'New chairs' }, sound: 'default' },
      path: '/tools/votes/1',
      priority: '10',
      expiration: Math.floor(phones.minutes(12 * 60).getTime() / 1000),
      collapseId: 'votes',
    },
  ])
})

test('many notifications use one access token and one connection, and a new one once the old is out of date', async () => {
  const android = await phones.reader('android')
  const ios = await phones.reader('ios')
  for (const { id } of [android, ios]) await phones.send(id)
  const [granted, connections] = [phones.google.countGranted(), phones.apple.countConnections()]
  for (let count = 0; count < 2; count += 1) for (const { id } of [android, ios]) await phones.send(id)
  expect([phones.google.countGranted(), phones.apple.countConnections()]).toEqual([granted, connections])
  phones.clock.now = phones.minutes(58)
  for (const { id } of [android, ios]) await phones.send(id)
  expect([phones.google.countGranted(), phones.apple.countConnections()]).toEqual([granted + 1, connections])
  expect([android.phone.taken.length, ios.phone.taken.length]).toEqual([4, 4])
})

test('an access token that Google ended early, and a connection that Apple closed, are replaced at once', async () => {
  const android = await phones.reader('android')
  const ios = await phones.reader('ios')
  for (const { id } of [android, ios]) await phones.send(id)
  phones.google.endAccess()
  phones.apple.hangUp()
  for (const { id } of [android, ios]) await phones.send(id)
  await phones.runLater()
  expect([android.phone.taken.length, ios.phone.taken.length]).toEqual([2, 2])
})

test.each(['android', 'ios'] as const)('an app that was removed from the phone is forgotten: %s', async (platform) => {
  const { id, phone, devices } = await phones.reader(platform)
  phone.end()
  await phones.send(id)
  expect(await devices()).toEqual([])
})

test('a token that Google never gave out is forgotten', async () => {
  const { id, devices } = await phones.reader('android', { ...phones.install('android'), token: 'x'.repeat(120) })
  await phones.send(id)
  expect(await devices()).toEqual([])
})

test('a token that Apple does not know is forgotten once it had worked, and before that points to the settings', async () => {
  const { id, devices } = await phones.reader('ios', { ...phones.install('ios'), token: 'ab'.repeat(32) })
  await phones.send(id)
  expect(await devices()).toMatchObject([{ failure: 'wrongApp', lastSentAt: null }])
  const other = await phones.reader('ios')
  await phones.send(other.id)
  phones.answerWith('ios', { status: 400, reason: 'BadDeviceToken' })
  await phones.send(other.id)
  expect(await other.devices()).toEqual([])
})

test.each([
  ['android', { status: 429, reason: 'RESOURCE_EXHAUSTED', headers: { 'retry-after': '90' } }],
  ['android', { status: 503, reason: 'UNAVAILABLE' }],
  ['ios', { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '90' } }],
  ['ios', { status: 503, reason: 'ServiceUnavailable' }],
] as const)('a push service of %s that answers %j is asked again later', async (platform, answer) => {
  const { id, phone, devices } = await phones.reader(platform)
  phones.answerWith(platform, answer)
  await phones.send(id)
  expect(await devices()).toMatchObject([{ lastSentAt: null, failure: null }])
  phones.answerWith(platform, null)
  await phones.runLater()
  expect(phone.taken).toHaveLength(1)
})

test('a key that was taken away at Google or Apple is said beside the device and by the doctor, and is not tried again', async () => {
  const android = await phones.reader('android')
  const ios = await phones.reader('ios')
  const { file, remove } = phones.google.createProject('our-space').generateKey()
  await phones.set({ PUSH_FIREBASE_ACCOUNT: file })
  remove()
  appleKey.revoke()
  for (const { id, devices } of [android, ios]) {
    await phones.send(id)
    expect(await devices()).toMatchObject([{ failure: 'wrongKey' }])
  }
  const asked = phones.google.countAsked()
  await phones.runLater()
  expect(phones.google.countAsked()).toBe(asked)
  expect(await phones.look('push.android')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('Its key was deleted'),
    to: '/manage/settings#PUSH_FIREBASE_ACCOUNT',
  })
  expect(await phones.look('push.ios')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('the team ID is wrong'),
  })
})

test('an app that was built for another project or under another name is told apart from a wrong key', async () => {
  phones.google.createProject('their-space')
  phones.apple.createTeam('TEAM123456').registerApp('org.example.other')
  const android = await phones.reader('android', phones.google.install('their-space'))
  const ios = await phones.reader('ios', phones.apple.install('org.example.other'))
  for (const { id, devices } of [android, ios]) {
    await phones.send(id)
    expect(await devices()).toMatchObject([{ failure: 'wrongApp' }])
  }
  const words = expect.stringContaining('an app that belongs to another project or name')
  expect(await phones.look('push.android')).toMatchObject({ state: 'attention', says: words })
  expect(await phones.look('push.ios')).toMatchObject({ state: 'attention', says: words })
})

test('the push services take the longest sentences that there are', async () => {
  const long = { title: 'Ä'.repeat(500), text: '家'.repeat(500) }
  for (const platform of ['android', 'ios'] as const) {
    const { id, phone } = await phones.reader(platform)
    await phones.send(id, long)
    expect(phone.taken).toHaveLength(1)
  }
})
