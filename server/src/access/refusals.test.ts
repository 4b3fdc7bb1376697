import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDoor } from '../doors/factory.ts'
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
let cards = 7700

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  url = await portal.listen()
})
afterAll(() => portal.close())

const aHolder = async (state: 'active' | 'inactive' = 'active') => {
  const card = String((cards += 1))
  const { id } = await aMember(portal.db, { state, cards: [card] })
  return { id, card, client: await portal.as(id) }
}

const storeSwipe = (deviceId: number, memberId: number, refusal: 'notSignedIn' | null) =>
  portal.db
    .insertInto('swipes')
    .values({
      device_id: deviceId,
      member_id: memberId,
      outcome: refusal ? 'refused' : 'granted',
      refusal,
      swiped_at: now,
    })
    .execute()

test('a refusal is explained until it is mended, and forgotten when the card has worked or ten minutes are over', async () => {
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: true })
  const door = await aDoor(portal.db)
  const { id, client } = await aHolder()
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  expect(await client.access.getOwnRefusal()).toEqual({ latest: null })
  await storeSwipe(door.id, id, 'notSignedIn')
  now = new Date(now.getTime() + 20_000)
  const told = { refusal: 'notSignedIn', device: { id: door.id, kind: 'door' }, secondsAgo: 20, isCard: false }
  expect(await client.access.getOwnRefusal()).toMatchObject({ latest: { ...told, isCured: false } })

  await client.visits.signIn({ guests: [] })
  expect(await client.access.getOwnRefusal()).toMatchObject({ latest: { ...told, isCured: true } })
  await storeSwipe(door.id, id, null)
  expect(await client.access.getOwnRefusal()).toEqual({ latest: null })

  await storeSwipe(door.id, id, 'notSignedIn')
  now = new Date(now.getTime() + 11 * 60_000)
  expect(await client.access.getOwnRefusal()).toEqual({ latest: null })
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: false })
})

test('a machine that is locked says since when and why, and one that asks for money how much', async () => {
  const locked = await aMachine(portal.db, { isLockedOut: true })
  await portal.db
    .updateTable('devices')
    .set({ lockout_reason: 'Blade guard broken', locked_out_since: now })
    .where('id', '=', locked.id)
    .execute()
  const priced = await aMachine(portal.db, { minBalanceCents: 500 })
  const { id, card, client } = await aHolder()
  for (const { id: deviceId } of [locked, priced]) await aGrant(portal.db, { memberId: id, deviceId })
  const refuse = async (machine: typeof locked) => {
    const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
    await line.settle()
    line.send({ command: 'interlock_session_start', card_id: card })
    expect(await line.next()).toMatchObject({ command: 'interlock_session_rejected' })
    await line.close()
    return (await client.access.getOwnRefusal()).latest
  }
  expect(await refuse(locked)).toMatchObject({
    refusal: 'lockedOut',
    lockoutReason: 'Blade guard broken',
    isCard: true,
  })
  expect(await refuse(priced)).toMatchObject({ refusal: 'balanceTooLow', minBalanceCents: 500, balanceCents: 0 })
})

test('a refused card is news to the screens of its owner alone, and no answer tells of another member', async () => {
  const machine = await aVendingMachine(portal.db)
  const owner = await aHolder('inactive')
  const other = await aHolder()
  const listen = async (memberId: number) => {
    const stop = new AbortController()
    const cookie = `sessionid=${await portal.sessionOf(memberId)}`
    const answer = await fetch(`${url}/api/events/`, { headers: { cookie }, signal: stop.signal })
    let text = ''
    void (async () => {
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    return { topics: () => [...text.matchAll(/"topic":"(\w+)"/g)].map((match) => match[1]), close: () => stop.abort() }
  }
  const [mine, theirs] = [await listen(owner.id), await listen(other.id)]
  const line = await dialDevice(url, { path: `/ws/access/memberbucks/${machine.serial}`, key: machine.key })
  await line.settle()
  line.send({ command: 'balance', card_id: owner.card })
  expect(await line.next()).toMatchObject({ success: false })
  await expect.poll(mine.topics).toContain('refusals')
  await expect.poll(theirs.topics).toContain('swipes')
  expect(theirs.topics()).not.toContain('refusals')
  expect(await owner.client.access.getOwnRefusal()).toMatchObject({ latest: { refusal: 'notActive' } })
  expect(await other.client.access.getOwnRefusal()).toEqual({ latest: null })
  for (const stream of [mine, theirs]) stream.close()
  await line.close()
})
