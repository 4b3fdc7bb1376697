import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { screens } from '#platform/live/screens.ts'
import { aDriver } from '../drivers/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { aGrant } from './factory.ts'

let portal: TestPortal
let url = ''
let now = new Date()
let cards = 8800

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  url = await portal.listen()
})
beforeEach(() => changeSetting(portal.ctx, { key: 'SMS_ENABLE', value: true }))
afterAll(() => portal.close())

type MemberState = 'active' | 'inactive'

const aUser = async (deviceId: number, state: MemberState) => {
  const card = String((cards += 1))
  const member = await aMember(portal.db, { state, cards: [card], phone: '+61400111222' })
  await aGrant(portal.db, { memberId: member.id, deviceId })
  return { ...member, card }
}

const textsOf = async (memberId: number) => {
  const rows = await portal.db
    .selectFrom('messages')
    .select('template')
    .where('member_id', '=', memberId)
    .where('channel', '=', 'sms')
    .execute()
  return rows.map(({ template }) => template)
}

/** Texts follow the answer of the device, so they may need a moment to be queued. */
const expectTexts = async (memberId: number, templates: string[]) => {
  await expect
    .poll(async () => {
      await portal.runJobs()
      return textsOf(memberId)
    })
    .toEqual(templates)
}

const refusals = [
  ['inactive', false, 'inactive_swipe'],
  ['active', true, 'locked_out_swipe'],
] as const

test.each(refusals)(
  'a member who is %s is texted once in ten minutes that a machine (locked: %s) did not start',
  async (state, isLockedOut, template) => {
    const machine = await aMachine(portal.db, { isLockedOut })
    const { id, card } = await aUser(machine.id, state)
    const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
    await line.settle()
    const start = async () => {
      line.send({ command: 'interlock_session_start', card_id: card })
      expect(await line.next()).toMatchObject({ command: 'interlock_session_rejected' })
    }
    await start()
    await start()
    await expectTexts(id, [template])
    now = new Date(now.getTime() + 11 * 60_000)
    await start()
    await expectTexts(id, [template, template])
    await line.close()
  },
)

// Only active members reach the screen that starts a relay, so a lockout is all that can be texted about.
test('a member is texted once in ten minutes that a locked machine without a reader did not start', async () => {
  const machine = await aMachine(portal.db, { isLockedOut: true })
  const settings = { driver: 'tasmota', address: 'http://127.0.0.1:9', output: 1, openSeconds: 5 } as const
  await aDriver(portal.db, { deviceId: machine.id, settings, secretKey: portal.services.secretKey })
  const { id } = await aUser(machine.id, 'active')
  const own = await portal.as(id)
  for (let n = 0; n < 2; n += 1) {
    expect(await own.drivers.start({ interlockId: machine.id })).toEqual({ refusedBecause: 'lockedOut' })
  }
  await expectTexts(id, ['locked_out_swipe'])
  now = new Date(now.getTime() + 11 * 60_000)
  await own.drivers.start({ interlockId: machine.id })
  await expectTexts(id, ['locked_out_swipe', 'locked_out_swipe'])
})

test.each(refusals)(
  'a member who is %s is texted once that a vending machine (locked: %s) sold nothing',
  async (state, isLockedOut, template) => {
    const machine = await aVendingMachine(portal.db, { isLockedOut })
    const card = String((cards += 1))
    const { id } = await aMember(portal.db, { state, cards: [card], phone: '+61400111222' })
    const line = await dialDevice(url, { path: `/ws/access/memberbucks/${machine.serial}`, key: machine.key })
    await line.settle()
    for (const message of [{ command: 'balance' }, { command: 'debit', amount: 1 }]) {
      line.send({ ...message, card_id: card })
      expect(await line.next()).toMatchObject({ success: false, reason: 'invalid_card_id' })
    }
    await expectTexts(id, [template])
    await line.close()
  },
)

test('a start that works, a missing grant and an unknown card are not texted', async () => {
  const machine = await aMachine(portal.db)
  const user = await aUser(machine.id, 'active')
  const stranger = await aMember(portal.db, { cards: ['8701'], phone: '+61400111222' })
  const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
  await line.settle()
  for (const card of ['8701', '8702', user.card]) {
    line.send({ command: 'interlock_session_start', card_id: card })
    await line.next()
  }
  await line.settle()
  await portal.runJobs()
  expect(await textsOf(user.id)).toEqual([])
  expect(await textsOf(stranger.id)).toEqual([])
  await line.close()
})

test('open screens are told of a start that was refused', async () => {
  const machine = await aMachine(portal.db, { isLockedOut: true })
  const { id, card } = await aUser(machine.id, 'active')
  const told: string[] = []
  // Notices of the tests before may come meanwhile; that to the member whose card it was is of this one.
  const stop = portal.services.live.on(screens, ({ topic, audience }) => {
    const isOwn = typeof audience === 'object' && 'memberId' in audience && audience.memberId === id
    if (topic === 'swipes' || isOwn) told.push(topic)
  })
  const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
  line.send({ command: 'interlock_session_start', card_id: card })
  await expect.poll(() => told).toContain('refusals')
  expect(told).toContain('swipes')
  stop()
  await line.close()
})
