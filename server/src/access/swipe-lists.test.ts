import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aSwipe } from './factory.ts'

let portal: TestPortal

let adminId = 0

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})

afterAll(() => portal.close())

afterEach(async () => {
  await portal.db.deleteFrom('swipes').execute()
})

test('staff who see why cards were refused see that a locked-out door opened, and members do not', async () => {
  const door = await aDoor(portal.db, { isLockedOut: true })
  const { id } = await aMember(portal.db)
  const swipe = await aSwipe(portal.db, { deviceId: door.id, memberId: id })
  await portal.db.updateTable('swipes').set({ is_despite_lockout: true }).where('id', '=', swipe.id).execute()
  const marksFor = async (memberId: number) =>
    (await (await portal.as(memberId)).access.listSwipes()).doors.map(({ isDespiteLockout }) => isDespiteLockout)
  expect(await marksFor(adminId)).toEqual([true])
  expect(await marksFor(id)).toEqual([false])
})

test('swipes come newest first, with the reason only for the one who swiped and for staff who look after it', async () => {
  const door = await aDoor(portal.db, { name: 'Front door' })
  const { id } = await aMember(portal.db, { screenName: 'bo' })
  const other = await aMember(portal.db, {})
  await aSwipe(portal.db, { deviceId: door.id, memberId: id })
  await aSwipe(portal.db, { deviceId: door.id, memberId: id, outcome: 'refused', refusal: 'noGrant' })
  await aSwipe(portal.db, { deviceId: door.id, card: '666', outcome: 'refused', refusal: 'unknownCard' })
  const seenBy = async (memberId: number) => (await portal.as(memberId)).access.listSwipes()
  expect(await seenBy(id)).toMatchObject({
    doors: [
      { name: 'Front door', user: 'bo', outcome: 'refused', refusal: 'noGrant', isMine: true },
      { outcome: 'granted', refusal: null, isMine: true },
    ],
    interlocks: [],
  })
  expect((await seenBy(other.id)).doors).toMatchObject([
    { user: 'bo', outcome: 'refused', refusal: null, isMine: false },
    { outcome: 'granted', refusal: null },
  ])
  const settings = await aMember(portal.db, { permissions: ['settings'] })
  expect((await seenBy(settings.id)).doors).toMatchObject([{ refusal: null }, { refusal: null }])
  const forAccess = await aMember(portal.db, { permissions: ['access'] })
  expect(await seenBy(forAccess.id)).toMatchObject({ doors: [{ user: '666' }, { refusal: 'noGrant' }, {}] })
  expect((await seenBy(adminId)).doors).toMatchObject([
    { user: '666', outcome: 'refused', refusal: 'unknownCard', isMine: false },
    { outcome: 'refused', refusal: 'noGrant' },
    { outcome: 'granted' },
  ])
})

test('swipes at a hidden door are shown to administrators and to the member who was there', async () => {
  const door = await aDoor(portal.db, { isHidden: true })
  const { id } = await aMember(portal.db)
  const other = await aMember(portal.db)
  await aSwipe(portal.db, { deviceId: door.id, memberId: id })
  const count = async (memberId: number) => (await (await portal.as(memberId)).access.listSwipes()).doors.length
  expect([await count(id), await count(other.id), await count(adminId)]).toEqual([1, 0, 1])
})

test('no more than the last 300 swipes are listed, of doors and machines together', async () => {
  const [door, machine] = [await aDoor(portal.db), await aMachine(portal.db)]
  const began = Date.now() - 310_000
  const { id } = await aMember(portal.db)
  await portal.db
    .insertInto('swipes')
    .values(
      Array.from(
        { length: 310 },
        (_, at) =>
          ({
            // Every tenth is a card that the machine refused.
            ...(at % 10 === 0
              ? { device_id: machine.id, outcome: 'refused', refusal: 'noGrant' }
              : { device_id: door.id, outcome: 'granted' }),
            member_id: id,
            swiped_at: new Date(began + at * 1000),
          }) as const,
      ),
    ) // narrows the outcome
    .execute()
  const { doors, interlocks } = await (await portal.as(id)).access.listSwipes()
  expect([doors.length, interlocks.length]).toEqual([270, 30])
  const dates = [...doors, ...interlocks].map((one) => ('date' in one ? one.date : one.sessionStart))
  expect(new Set(dates).size).toBe(300)
  expect(dates.toSorted()[0], 'the oldest ten are left out').toBe(new Date(began + 10_000).toISOString())
})

test('a reason that only a newer version knows reads as none, and loses no list', async () => {
  const door = await aDoor(portal.db)
  const { id } = await aMember(portal.db)
  await portal.db
    .insertInto('swipes')
    .values({ device_id: door.id, member_id: id, outcome: 'refused', refusal: 'fromTheFuture', swiped_at: new Date() })
    .execute()
  const admin = await portal.as(adminId)
  expect((await admin.access.listSwipes()).doors).toMatchObject([{ outcome: 'refused', refusal: null }])
  expect(await admin.access.listRefusals({ memberId: id })).toEqual({ refusals: [] })
})
