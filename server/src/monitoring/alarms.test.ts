import { beforeAll, beforeEach, afterAll, test, expect } from 'vitest'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { shownAddressOf } from '../messages/shown-address.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { watchFleet } from './alarms.ts'

let portal: TestPortal

/** The portal's clock, moved by the minute. */
let now = new Date(Date.UTC(2026, 0, 1, 12, 0))

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await aMember(portal.db, { permissions: ['devices'], email: 'caretaker@example.org' })
  await aMember(portal.db, { isAdmin: true, email: 'admin@example.org' })
  await aMember(portal.db, { permissions: ['devices'], suspension: 'Gone.' })
  await aMember(portal.db, { permissions: ['members'] })
  await changeSetting(portal.ctx, { key: 'SLACK_DOOR_WEBHOOK', value: 'http://127.0.0.1:9/hook' })
  await changeSetting(portal.ctx, { key: 'ENABLE_SLACK_INTEGRATION', value: true })
})

beforeEach(async () => {
  await portal.db.deleteFrom('messages').execute()
  await portal.db.deleteFrom('chat_lines').execute()
  await portal.db.deleteFrom('fleet_watch').execute()
  await portal.db.updateTable('devices').set({ removed_at: now }).execute()
})

afterAll(() => portal.close())

const heard = (...ids: number[]) =>
  portal.db.updateTable('devices').set({ last_seen_at: now }).where('id', 'in', ids).execute()

/** So many minutes pass, and the fleet is looked at in each. `online` are heard of meanwhile. */
const pass = async (minutes: number, online: number[] = []) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    now = new Date(now.getTime() + 60_000)
    if (online.length > 0) await heard(...online)
    await watchFleet(portal.ctx)
  }
}

const mails = async () => {
  const rows = await portal.db
    .selectFrom('messages')
    .select([shownAddressOf('messages').as('recipient'), 'subject'])
    .orderBy('id')
    .execute()
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
}

const lines = async () =>
  (await portal.db.selectFrom('chat_lines').select('words').orderBy('id').execute()).map(({ words }) => words)

const aWatched = async (name: string, more: Parameters<typeof aDevice>[1] = {}) => {
  const device = await aDevice(portal.db, { name, lastSeenAt: now, ...more })
  await watchFleet(portal.ctx)
  return device.id
}

test('a device that falls silent is told once, and once more when it is back for good', async () => {
  const door = await aWatched('Front door')
  await pass(4)
  expect(await mails()).toEqual([])
  await pass(10)
  const silent = ['caretaker@example.org: Front door is offline', 'admin@example.org: Front door is offline']
  expect(await mails()).toEqual(silent)
  expect(await lines()).toEqual(['Front door is offline: not heard of for 5 minutes.'])
  await pass(4, [door])
  expect(await mails()).toEqual(silent)
  await pass(1, [door])
  expect(await mails()).toEqual([
    ...silent,
    'caretaker@example.org: Front door is back',
    'admin@example.org: Front door is back',
  ])
  expect(await lines()).toContain('Front door is back online.')
  await pass(5, [door])
  expect(await mails()).toHaveLength(4)
})

test('a device that comes and goes is told of once', async () => {
  const door = await aWatched('Side door')
  await pass(6)
  for (let n = 0; n < 4; n += 1) {
    await pass(1, [door])
    await pass(6)
  }
  expect(await mails()).toHaveLength(2)
})

test('many devices at once are one message, and hidden ones are not said in the chat', async () => {
  await aDevice(portal.db, { name: 'Saw', kind: 'interlock', lastSeenAt: now })
  await aDevice(portal.db, { name: 'Vault', isHidden: true, lastSeenAt: now })
  await aWatched('Gate')
  await pass(6)
  expect(await mails()).toEqual([
    'caretaker@example.org: 3 devices are offline',
    'admin@example.org: 3 devices are offline',
  ])
  expect(await lines()).toHaveLength(2)
  expect((await lines()).join(' ')).not.toContain('Vault')
})

test('a power cut in the whole space is one line in the chat', async () => {
  for (let n = 1; n <= 9; n += 1) await aDevice(portal.db, { name: `Machine ${n}`, lastSeenAt: now })
  await watchFleet(portal.ctx)
  await pass(6)
  expect(await lines()).toEqual([expect.stringMatching(/^9 devices are offline: Machine 1, Machine 2, /)])
})

test('after the portal itself was down staff are not told until the devices had time to come back', async () => {
  const door = await aWatched('Back door')
  await pass(1, [door])
  now = new Date(now.getTime() + 2 * 3_600_000)
  await pass(3)
  await pass(2, [door])
  await pass(1)
  expect(await mails()).toEqual([])
  await pass(7)
  expect(await mails()).toHaveLength(2)
})

test('a portal that starts again remembers what it told', async () => {
  await aWatched('Shed')
  await pass(6)
  expect(await mails()).toHaveLength(2)
  const another = await portal.another()
  await watchFleet(another.ctx)
  await another.close()
  expect(await mails()).toHaveLength(2)
})

test('a device that does not report, was never seen or is not authorised raises no alarm', async () => {
  const off = await aWatched('Night light')
  await portal.db.updateTable('devices').set({ reports_online_status: false }).where('id', '=', off).execute()
  await aWatched('New', { lastSeenAt: null })
  await aWatched('Stranger', { isAuthorised: false })
  await pass(10)
  expect(await mails()).toEqual([])
})

test('an alarm is forgotten with the wish for it', async () => {
  const door = await aWatched('Attic')
  await pass(6)
  await portal.db.updateTable('devices').set({ reports_online_status: false }).where('id', '=', door).execute()
  await pass(4, [door])
  expect(await mails()).toHaveLength(2)
})

test('a device that was silent before the clock was set back is offline at once, and told of in time', async () => {
  const door = await aWatched('Front door')
  await pass(1, [door])
  now = new Date(now.getTime() - 3_600_000)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  expect((await staff.devices.listDoors()).find(({ id }) => id === door)).toMatchObject({ offline: true })
  await pass(6)
  expect(await mails()).toContain('caretaker@example.org: Front door is offline')
  await pass(6, [door])
  expect(await mails()).toContain('caretaker@example.org: Front door is back')
})

test('only the address of the settings is emailed, and no one while alarms are off', async () => {
  await changeSetting(portal.ctx, { key: 'DEVICE_ALARM_ADDRESS', value: 'duty@example.org' })
  await aWatched('Loft')
  await pass(6)
  expect(await mails()).toEqual(['duty@example.org: Loft is offline'])
  await changeSetting(portal.ctx, { key: 'ENABLE_DEVICE_ALARMS', value: false })
  await aWatched('Cellar')
  await pass(10)
  expect(await mails()).toHaveLength(1)
})
