import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { startSmsPortal, type SmsPortal } from './sms.testing.ts'

let space: SmsPortal
let portal: SmsPortal['portal']
let twilio: SmsPortal['twilio']
let admin: SmsPortal['admin']
let set: SmsPortal['set']
let textsOf: SmsPortal['textsOf']
let now = new Date()

beforeAll(async () => {
  space = await startSmsPortal(() => now)
  ;({ portal, twilio, admin, set, textsOf } = space)
})
afterEach(() => space.reset())
afterAll(() => space.close())

const stateOf = async (id: number) => (await admin.members.get({ memberId: id })).state
const waiting = async (task: string) => {
  const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = ${task}`.execute(portal.db)
  return rows.length
}
/** Holds a card to a door, and waits until what follows from that is queued. */
const swipe = async (input: { deviceId: number; serial: string; key: string; card: string; command: string }) => {
  const line = await dialDevice(await listening(), { path: `/ws/access/door/${input.serial}`, key: input.key })
  await line.settle()
  line.send({ command: input.command, card_id: input.card })
  const [answer] = await line.settle()
  await line.close()
  return answer
}
let url: Promise<string> | undefined
const listening = () => (url ??= portal.listen())

test.each(['', '12345', '0400 111 222'])(
  'deactivation succeeds with text messages on, the phone number %j and the mail server down',
  async (phone) => {
    const { id } = await aMember(portal.db, { phone })
    twilio.refuse({ status: 500, code: 20500, message: 'An internal server error has occurred' })
    await admin.members.setState({ memberId: id, state: 'inactive' })
    expect(await stateOf(id)).toBe('inactive')
    await portal.runJobs()
    expect(await stateOf(id)).toBe('inactive')
    const told = (await textsOf(id)).map(({ template, state }) => [template, state])
    const expected = { '': [], '12345': [['deactivated_access', 'failed']] }[phone]
    expect(told).toEqual(expected ?? [['deactivated_access', 'queued']])
  },
)

test('members are told that their access is on or off again, but not of the first time', async () => {
  const member = await aMember(portal.db)
  const fresh = await aMember(portal.db, { state: 'noob' })
  await admin.members.setState({ memberId: member.id, state: 'inactive' })
  await admin.members.setState({ memberId: member.id, state: 'active' })
  await admin.members.setState({ memberId: fresh.id, state: 'active' })
  await portal.runJobs()
  expect((await textsOf(member.id)).map(({ text }) => text)).toEqual([
    "Your access at Riverbend is off, so your card doesn't work for now. See the portal for details.\n\nRiverbend, do not reply",
    'Your access at Riverbend is back on. Your card works again.\n\nRiverbend, do not reply',
  ])
  expect(await textsOf(fresh.id)).toEqual([])
})

test.each([
  ['inactive', 'log_access_denied', 'inactive_swipe', "didn't open because your membership"],
  ['active', 'log_access_locked_out', 'locked_out_swipe', 'is locked for everyone'],
] as const)(
  'an %s member whose card met %s is texted once in ten minutes, after the door has its answer',
  async (state, command, template, words) => {
    const card = `77${template.length}`
    const { id } = await aMember(portal.db, { state, cards: [card] })
    const door = await aDoor(portal.db, { name: `Workshop ${template}` })
    await aGrant(portal.db, { memberId: id, deviceId: door.id })
    const held = { deviceId: door.id, serial: door.serial, key: door.key, card, command }
    for (let n = 1; n <= 3; n += 1) {
      expect(await swipe(held)).toMatchObject({ command, success: true })
      await expect.poll(() => waiting('textMember')).toBe(n)
    }
    await portal.runJobs()
    expect(await textsOf(id)).toMatchObject([{ template, state: 'sent', text: expect.stringContaining(words) }])
    now = new Date(now.getTime() + 11 * 60_000)
    await swipe(held)
    await expect.poll(() => waiting('textMember')).toBe(1)
    await portal.runJobs()
    expect(await textsOf(id)).toHaveLength(2)
  },
)

test('a refused member without a phone costs the door nothing', async () => {
  const { id } = await aMember(portal.db, { state: 'inactive', cards: ['7701'], phone: '' })
  const door = await aDoor(portal.db)
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const held = { deviceId: door.id, serial: door.serial, key: door.key, card: '7701', command: 'log_access_denied' }
  expect(await swipe(held)).toMatchObject({ success: true })
  await expect.poll(() => waiting('textMember')).toBe(1)
  await portal.runJobs()
  expect(await textsOf(id)).toEqual([])
  expect(await waiting('textMember')).toBe(0)
})

test('an occasion whose text is empty is not written about', async () => {
  const { id } = await aMember(portal.db)
  const texts = await portal.services.settings.get('SMS_MESSAGES')
  await set('SMS_MESSAGES', { ...texts, deactivated_access: '' })
  await admin.members.setState({ memberId: id, state: 'inactive' })
  await portal.runJobs()
  expect(await textsOf(id)).toEqual([])
  await set('SMS_MESSAGES', texts)
})
