import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { isPointOnCurve } from '#platform/push/seal-push.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { getPushKeys } from './keys.ts'
import { pushMembers, type PushNotice } from './notices.ts'
import { startPushService } from './stand-in.testing.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let portal: TestPortal
const startedAt = new Date()
const clock = { now: startedAt }

beforeAll(async () => {
  service = await startPushService()
  portal = await startTestPortal({ pushUrl: service.url, now: () => clock.now })
})
beforeEach(() => {
  clock.now = startedAt
  service.answerWith(null)
})
afterAll(async () => {
  await portal.close()
  await service.close()
})

/** A member with a browser that is notified of votes. */
const reader = async () => {
  const { id } = await aMember(portal.db)
  const client = await portal.as(id)
  const { publicKey } = await client.push.getState()
  const browser = service.subscribe(publicKey)
  await client.push.addDevice(browser.subscription)
  await client.push.choose({ occasion: 'votes', isOn: true })
  return { id, client, browser, devices: async () => (await client.push.getState()).devices }
}

const vote = (memberIds: number[], more: Partial<PushNotice> = {}): PushNotice => ({
  occasion: 'votes',
  memberIds,
  title: 'A vote is open',
  text: 'New chairs',
  path: '/tools/votes/1',
  ...more,
})

const send = async (notice: PushNotice) => {
  await pushMembers(portal.ctx, notice)
  await portal.runJobs()
}

/** Jobs that were put off are due once the database's clock says so, which no test moves. */
const runLater = async () => {
  await portal.runAsOwner('update graphile_worker._private_jobs set run_at = now()')
  await portal.runJobs()
}

test('a member who asked for it is notified on the device: encrypted for it, signed, with a time to live', async () => {
  const { id, browser, devices } = await reader()
  expect(await devices()).toMatchObject([{ isCurrent: true, lastSentAt: null, failure: null }])
  await send(vote([id]))
  expect(browser.taken).toMatchObject([
    {
      title: 'A vote is open',
      text: 'New chairs',
      path: '/tools/votes/1',
      tag: 'votes',
      urgency: 'high',
      contact: 'mailto:portal@localhost.localdomain',
    },
  ])
  expect(browser.taken[0]?.ttl).toBeGreaterThan(11 * 3600)
  expect(await devices()).toMatchObject([{ lastSentAt: startedAt.toISOString(), failure: null }])
})

test('an occasion that the member did not choose, or turned off again, is not sent', async () => {
  const { id, client, browser } = await reader()
  await send(vote([id], { occasion: 'meetings' }))
  await client.push.choose({ occasion: 'votes', isOn: false })
  expect((await client.push.getState()).occasions).toEqual([])
  await send(vote([id]))
  expect(browser.taken).toEqual([])
})

test('a card that is refused again and again is one notification a minute', async () => {
  const { id, client, browser } = await reader()
  await client.push.choose({ occasion: 'refusedCard', isOn: true })
  const refused = vote([id], { occasion: 'refusedCard' })
  await send(refused)
  await send(refused)
  clock.now = new Date(startedAt.getTime() + 61_000)
  await send(refused)
  expect(browser.taken).toHaveLength(2)
})

test('a device ends with the login that it was turned on in', async () => {
  const { id, client, browser } = await reader()
  await client.auth.logout()
  await send(vote([id]))
  expect(browser.taken).toEqual([])
  expect(await portal.db.selectFrom('push_devices').where('member_id', '=', id).selectAll().execute()).toEqual([])
  const again = await portal.as(id)
  expect(await again.push.getState()).toMatchObject({ devices: [], occasions: ['votes'] })
})

test('a login that ran out is not notified', async () => {
  const { id, browser } = await reader()
  clock.now = new Date(startedAt.getTime() + 2 * 3_600_000)
  await send(vote([id]))
  expect(browser.taken).toEqual([])
})

test('a browser that another member logs in with is theirs from then on', async () => {
  const first = await reader()
  const second = await reader()
  await second.client.push.addDevice(first.browser.subscription)
  expect(await first.devices()).toEqual([])
  expect(await second.devices()).toHaveLength(1)
  await send(vote([first.id]))
  expect(first.browser.taken).toEqual([])
  await send(vote([second.id]))
  expect(first.browser.taken).toHaveLength(1)
})

test('a browser that asks again stays one device and is no news in the audit', async () => {
  const { id, client, browser, devices } = await reader()
  const again = await portal.as(id)
  await again.push.addDevice(browser.subscription)
  await client.push.addDevice(browser.subscription)
  expect(await devices()).toHaveLength(1)
  const events = portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id)
  expect((await events.where('event', 'like', 'push.%').execute()).map(({ event }) => event)).toEqual([
    'push.turnedOn',
    'push.wanted',
  ])
})

test('the oldest device of a member makes room for the eleventh', async () => {
  const { id, devices } = await reader()
  const { publicKey } = await getPushKeys(portal.ctx)
  for (let count = 0; count < 10; count += 1)
    await (await portal.as(id)).push.addDevice(service.subscribe(publicKey).subscription)
  expect(await devices()).toHaveLength(10)
  expect((await devices()).some(({ isCurrent }) => isCurrent)).toBe(false)
})

test('a member turns off their own device and not that of another', async () => {
  const { client, devices } = await reader()
  const stranger = await reader()
  const [device] = await devices()
  const input = { pushDeviceId: device?.id ?? 0 }
  await expect(stranger.client.push.removeDevice(input)).rejects.toMatchObject({ code: 'notFound' })
  await client.push.removeDevice(input)
  expect(await devices()).toEqual([])
  await expect(client.push.test()).rejects.toMatchObject({ code: 'noPushDevice' })
})

test('a test reaches every device, whatever its member chose', async () => {
  const { client, browser } = await reader()
  await client.push.choose({ occasion: 'votes', isOn: false })
  await client.push.test()
  await portal.runJobs()
  expect(browser.taken).toMatchObject([{ text: 'Notifications work on this device.', path: '/account/profile' }])
})

test('a browser that is gone is forgotten', async () => {
  const { id, browser, devices } = await reader()
  browser.end()
  await send(vote([id]))
  expect(await devices()).toEqual([])
})

test('a push service that is busy is asked again after the time it says', async () => {
  const { id, browser, devices } = await reader()
  service.answerWith({ status: 429, headers: { 'retry-after': '90' } })
  await send(vote([id]))
  expect(await devices()).toMatchObject([{ lastSentAt: null, failure: null }])
  const before = service.countAsked()
  await portal.runJobs()
  expect(service.countAsked()).toBe(before)
  service.answerWith(null)
  await runLater()
  expect(browser.taken).toHaveLength(1)
})

test('what cannot be delivered while it is news is given up, and the device says so', async () => {
  const { id, browser, devices } = await reader()
  service.answerWith({ status: 503 })
  await send(vote([id]))
  clock.now = new Date(startedAt.getTime() + 50 * 60_000)
  service.answerWith({ status: 429, headers: { 'retry-after': '86400' } })
  await runLater()
  expect(await devices()).toMatchObject([{ failure: 'unreachable' }])
  service.answerWith(null)
  await runLater()
  expect(browser.taken).toEqual([])
})

test('a push service that turns the portal away is not asked again, and the device says so', async () => {
  const { id, devices } = await reader()
  service.answerWith({ status: 403 })
  await send(vote([id]))
  expect(await devices()).toMatchObject([{ failure: 'refused' }])
  const before = service.countAsked()
  await runLater()
  expect(service.countAsked()).toBe(before)
  expect(portal.logLines.join('')).not.toContain('push.example.org/push/')
})

test('a push service takes the longest sentences that there are', async () => {
  const { id, browser } = await reader()
  await send(vote([id], { title: 'Ä'.repeat(500), text: '家'.repeat(500) }))
  expect(browser.taken).toHaveLength(1)
})

test.each([
  [{ endpoint: 'https://127.0.0.1/x' }, 'endpoint'],
  [{ endpoint: 'http://push.example.org/x' }, 'endpoint'],
  [{ keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, 'keys'],
])('what no browser gives out is refused: %j', async (wrong, field) => {
  const { client, browser } = await reader()
  await expect(client.push.addDevice({ ...browser.subscription, ...wrong })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field }] },
  })
})

test('a point that is not on the curve is no key', () => {
  expect(isPointOnCurve(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
})

test('the pair of keys is made once, the private one encrypted, and is in no answer', async () => {
  const [one, two] = await Promise.all([getPushKeys(portal.ctx), getPushKeys(portal.ctx)])
  expect(two).toEqual(one)
  const row = await portal.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(row.private_key).not.toContain(one.privateKey)
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
  const { client } = await reader()
  expect(JSON.stringify(await client.push.getState())).not.toContain(one.privateKey)
})

test('turned off in the settings, nothing is sent and the routes are refused', async () => {
  const { id, client, browser } = await reader()
  await pushMembers(portal.ctx, vote([id]))
  await changeSetting(portal.ctx, { key: 'ENABLE_PUSH', value: false })
  await expect.poll(() => portal.ctx.settings.get('ENABLE_PUSH')).toBe(false)
  await portal.runJobs()
  await send(vote([id]))
  expect(browser.taken).toEqual([])
  await expect(client.push.getState()).rejects.toMatchObject({ code: 'featureOff' })
  await changeSetting(portal.ctx, { key: 'ENABLE_PUSH', value: true })
  await expect.poll(() => portal.ctx.settings.get('ENABLE_PUSH')).toBe(true)
})

test('closing the account forgets devices and choices; before that they are in the archive', async () => {
  const { id } = await reader()
  const { domains } = await import('../domains.ts')
  const own = domains.find(({ name }) => name === 'push')?.personalData
  const lists: unknown[] = []
  for (const { read } of own?.lists ?? []) for await (const rows of read(portal.ctx, id)) lists.push(rows)
  expect(lists).toMatchObject([[{ lastSentAt: null }], [{ occasion: 'votes' }]])
  expect(JSON.stringify(lists)).not.toContain('push.example.org')
  await record(portal.ctx, async (work) => ({ result: await own?.erase?.(work, id) }))
  expect(await portal.db.selectFrom('push_choices').where('member_id', '=', id).selectAll().execute()).toEqual([])
})
