import { type Door, startDoor } from '@spacekeeper/simulators/door.ts'
import { beforeAll, afterAll, afterEach, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { changeGrants } from '../access/grants.ts'
import { doorLists } from '../devices/channels.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { signIn, signOut } from '../visits/visits.ts'
import { aDoor } from './factory.ts'
import { hashTags } from './rules.ts'

let portal: TestPortal

let url = ''

let cards = 1000

const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await askForSignIn(false)
})

const card = () => String((cards += 1))

const connect = async (door: { serial: string; key: string }, at = url): Promise<DialledDevice> => {
  const device = await dialDevice(at, { path: `/ws/access/door/${door.serial}`, key: door.key })
  closing.push(device.close)
  await device.next()
  await device.next()
  await device.next()
  return device
}

const hang = async (door: { serial: string; key: string }, at = url): Promise<Door> => {
  const { serial, key } = door
  const simulated = startDoor({ server: at, serial, key, storePath: null, reconnectMs: 20, unlockMs: 20 })
  closing.push(simulated.close)
  await simulated.until(({ isAuthorised, hash }) => isAuthorised && hash !== '')
  return simulated
}

/** Sets whether members must sign in on site, and waits until this process has heard of it. */
const askForSignIn = async (value: boolean) => {
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value })
  await expect.poll(() => portal.ctx.settings.get('REQUIRE_SITE_SIGN_IN')).toBe(value)
}

const sync = (...tags: string[]) => ({ command: 'sync', tags, hash: hashTags(tags) })

test('a grant and a revoke reach the door concerned, once each, and no other', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  const [device, bystander] = [await connect(door), await connect(other)]
  await changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
  expect(await device.next()).toEqual(sync(number))
  await changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
  expect(await device.settle()).toEqual([])
  await changeGrants(portal.ctx, { memberIds: [memberId], revoke: [door.id] })
  expect(await device.next()).toEqual(sync())
  await changeGrants(portal.ctx, { memberIds: [memberId], revoke: [door.id] })
  expect(await device.settle()).toEqual([])
  expect(await bystander.settle()).toEqual([])
})

test('being told twice of a list that has not changed sends nothing', async () => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  await portal.services.live.send([doorLists.notice({ all: true }), doorLists.notice({ deviceIds: [door.id] })])
  expect(await device.settle()).toEqual([])
})

test('many changes in a row end with the true list, and never go back to an older one', async () => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  const numbers = Array.from({ length: 12 }, card).toSorted()
  for (const number of numbers) {
    const { id: memberId } = await aMember(portal.db, { cards: [number] })
    void changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
  }
  let last = await device.next()
  for (let length = 0; length < numbers.length;) {
    const tags = Array.isArray(last.tags) ? last.tags : []
    expect(tags.length).toBeGreaterThan(length)
    length = tags.length
    if (length < numbers.length) last = await device.next()
  }
  expect(last).toEqual(sync(...numbers))
  expect(await device.settle()).toEqual([])
})

test('a member whose state or card changed reaches the doors with a grant, and only those', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const [device, bystander] = [await connect(door), await connect(other)]
  await portal.db.updateTable('members').set({ membership_state: 'inactive' }).where('id', '=', memberId).execute()
  await portal.services.live.send([doorLists.notice({ memberIds: [memberId] })])
  expect(await device.next()).toEqual(sync())
  await portal.db.updateTable('members').set({ membership_state: 'active' }).where('id', '=', memberId).execute()
  const next = card()
  await portal.db.updateTable('cards').set({ number: next }).where('member_id', '=', memberId).execute()
  await portal.services.live.send([doorLists.notice({ memberIds: [memberId] })])
  expect(await device.next()).toEqual(sync(next))
  expect(await bystander.settle()).toEqual([])
})

test('with site sign-in, a card is on the list while its owner is on site, and on exempt doors always', async () => {
  const [door, exempt] = [await aDoor(portal.db), await aDoor(portal.db, { isExemptFromSignin: true })]
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  for (const { id } of [door, exempt]) await aGrant(portal.db, { memberId, deviceId: id })
  const [device, free] = [await connect(door), await connect(exempt)]
  await askForSignIn(true)
  expect(await device.next()).toEqual(sync())
  await signIn(portal.ctx, { memberId, guests: [] })
  expect(await device.next()).toEqual(sync(number))
  await signOut(portal.ctx, memberId)
  expect(await device.next()).toEqual(sync())
  await askForSignIn(false)
  expect(await device.next()).toEqual(sync(number))
  expect(await free.settle()).toEqual([])
})

test('a change of the sign-in exemption is in the list as soon as it is told', async () => {
  await askForSignIn(true)
  const door = await aDoor(portal.db)
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const device = await connect(door)
  await portal.db.updateTable('devices').set({ is_exempt_from_signin: true }).where('id', '=', door.id).execute()
  await portal.services.live.send([doorLists.notice({ deviceIds: [door.id] })])
  expect(await device.next()).toEqual(sync(number))
})

test('a list of 3,000 cards arrives sorted, in one frame', async () => {
  const door = await aDoor(portal.db)
  const numbers = Array.from({ length: 3_000 }, (_, n) => String(9_000_000_000 + ((n * 7_919) % 3_000)))
  const { id } = await aMember(portal.db)
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await portal.db
    .insertInto('cards')
    .values(numbers.map((number) => ({ member_id: id, number, added_at: new Date() })))
    .execute()
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  closing.push(device.close)
  await device.next()
  expect(await device.next()).toEqual(sync(...numbers.toSorted()))
})

test('a change made in one process reaches a door connected to another, once', async () => {
  const second = await portal.another()
  closing.push(second.close)
  const door = await aDoor(portal.db)
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  const device = await connect(door, await second.listen())
  await changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
  expect(await device.next()).toEqual(sync(number))
  expect(await device.settle()).toEqual([])
  await device.close()
})

test('what changed while the line between processes was down reaches the doors when it is back', async () => {
  const door = await aDoor(portal.db)
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  const device = await connect(door)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'spacekeeper live' and datname = current_database()`
  await portal.services.pool.query(cut)
  await aGrant(portal.db, { memberId, deviceId: door.id })
  expect(await device.next()).toEqual(sync(number))
})

test('a simulated door holds the new list after a revoke and refuses the next swipe', async () => {
  const door = await aDoor(portal.db)
  const number = card()
  const { id: memberId } = await aMember(portal.db, { cards: [number] })
  await changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
  const simulated = await hang(door)
  expect(simulated.list()).toEqual([number])
  expect(await simulated.swipe(number).acknowledged).toBe(true)
  await changeGrants(portal.ctx, { memberIds: [memberId], revoke: [door.id] })
  await simulated.until(({ tags }) => tags.length === 0)
  const refused = simulated.swipe(number)
  expect(refused.outcome).toBe('refused')
  expect(await refused.acknowledged).toBe(true)
  const swipes = await portal.db
    .selectFrom('swipes')
    .select(['outcome', 'refusal', 'member_id'])
    .where('device_id', '=', door.id)
    .orderBy('id')
    .execute()
  expect(swipes).toEqual([
    { outcome: 'granted', refusal: null, member_id: memberId },
    { outcome: 'refused', refusal: 'noGrant', member_id: memberId },
  ])
})
