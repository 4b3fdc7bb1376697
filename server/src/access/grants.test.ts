import { beforeAll, afterAll, test, expect } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aGrant } from './factory.ts'
import { changeGrants } from './grants.ts'

let portal: TestPortal

let api: TestClient

let adminId = 0

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })).id
  api = await portal.as(adminId)
})

afterAll(() => portal.close())

const events = () =>
  portal.db.selectFrom('audit_events').select(['event', 'subject_id', 'data']).orderBy('id', 'desc').limit(5).execute()

test('many members get and lose many devices as one change that names them all, and each door hears of it once', async () => {
  const url = await portal.listen()
  const [front, back] = [await aDevice(portal.db), await aDevice(portal.db)]
  const people = [await aMember(portal.db, { cards: ['801'] }), await aMember(portal.db, { cards: ['802'] })]
  const memberIds = people.map(({ id }) => id)
  for (const memberId of memberIds) await aGrant(portal.db, { memberId, deviceId: back.id })
  const device = await dialDevice(url, { path: `/ws/access/door/${front.serial}`, key: front.key })
  try {
    for (let n = 0; n < 3; n += 1) await device.next()
    expect(await changeGrants(portal.ctx, { memberIds, grant: [front.id], revoke: [back.id] })).toEqual({
      gained: 2,
      lost: 2,
    })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['801', '802'] })
    await changeGrants(portal.ctx, { memberIds: memberIds.slice(1), revoke: [front.id] })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['801'] })
  } finally {
    await device.close()
  }
  expect((await events())[1]).toEqual({
    event: 'access.changed',
    subject_id: null,
    data: {
      count: 2,
      memberIds,
      granted: [{ deviceId: front.id, memberIds }],
      revoked: [{ deviceId: back.id, memberIds }],
    },
  })
})

test('of several devices of which one is new, the audit names the kind of that one', async () => {
  const [front, lathe] = [await aDevice(portal.db), await aDevice(portal.db, { kind: 'interlock' })]
  const { id: memberId } = await aMember(portal.db)
  await aGrant(portal.db, { memberId, deviceId: front.id, source: 'hand' })
  await changeGrants(portal.ctx, { memberIds: [memberId], grant: [front.id, lathe.id] })
  expect((await events())[0]).toMatchObject({ event: 'interlock.granted', data: { deviceId: lathe.id } })
})

test('several changes of one member are saved together, and belong to the log of that member', async () => {
  const [front, lathe] = [await aDevice(portal.db), await aDevice(portal.db, { kind: 'interlock' })]
  const { id: memberId } = await aMember(portal.db)
  await api.access.updateMemberAccess({ memberId, grant: [front.id, lathe.id] })
  const access = await api.access.getMemberAccess({ memberId })
  expect(access.doors.find(({ id }) => id === front.id)).toMatchObject({
    granted: true,
    source: 'hand',
    grantedBy: 'Ada Okafor',
    isDefault: false,
  })
  expect(access.interlocks.find(({ id }) => id === lathe.id)).toMatchObject({ granted: true, source: 'hand' })
  expect((await events())[0]).toMatchObject({ event: 'access.changed', subject_id: memberId })
})

test('all of it or nothing: an unknown device or member leaves everything as it was', async () => {
  const door = await aDevice(portal.db)
  const fridge = await aDevice(portal.db, { kind: 'memberbucks' })
  const { id: memberId } = await aMember(portal.db)
  for (const grant of [
    [door.id, 2_000_000_000],
    [door.id, fridge.id],
  ]) {
    await expect(api.access.updateMemberAccess({ memberId, grant })).rejects.toMatchObject({ code: 'notFound' })
  }
  await expect(
    changeGrants(portal.ctx, { memberIds: [memberId, 2_000_000_000], grant: [door.id] }),
  ).rejects.toMatchObject({ code: 'notFound' })
  const { doors } = await api.access.getMemberAccess({ memberId })
  expect(doors.filter(({ granted }) => granted)).toEqual([])
})

test('an interlock is authorised and revoked by the calls of existing clients', async () => {
  const lathe = await aDevice(portal.db, { kind: 'interlock' })
  const door = await aDevice(portal.db)
  const { id: memberId } = await aMember(portal.db)
  const interlocks = async () => (await api.access.getMemberAccess({ memberId })).interlocks
  for (let n = 0; n < 2; n += 1) await api.access.grantInterlock({ interlockId: lathe.id, memberId })
  expect((await interlocks()).find(({ id }) => id === lathe.id)).toMatchObject({ granted: true })
  expect((await events())[0]).toMatchObject({ event: 'interlock.granted', subject_id: memberId })
  for (let n = 0; n < 2; n += 1) await api.access.revokeInterlock({ interlockId: lathe.id, memberId })
  expect((await interlocks()).find(({ id }) => id === lathe.id)).toMatchObject({ granted: false, source: null })
  await expect(api.access.grantInterlock({ interlockId: door.id, memberId })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('2,000 members are changed in as many statements as one', async () => {
  const door = await aDevice(portal.db)
  await portal.db
    .insertInto('members')
    .values(
      Array.from({ length: 2000 }, (_, n) => ({
        email: `many${n}@example.org`,
        first_name: 'Many',
        last_name: `M${n}`,
        screen_name: `many${n}`,
        membership_state: 'active' as const,
        registered_at: new Date(),
      })),
    )
    .execute()
  const rows = await portal.db.selectFrom('members').select('id').where('first_name', '=', 'Many').execute()
  const memberIds = rows.map(({ id }) => id)
  expect(await changeGrants(portal.ctx, { memberIds, grant: [door.id] })).toEqual({ gained: 2000, lost: 0 })
  const { total, holders } = await api.access.listHolders({ deviceId: door.id, limit: 10 })
  expect([total, holders.length]).toEqual([2000, 10])
})

test('who has a device is narrowed to those whose cards work, or are refused', async () => {
  const door = await aDevice(portal.db)
  const people = [
    await aMember(portal.db, { firstName: 'Works', cards: ['811'] }),
    await aMember(portal.db, { firstName: 'Cardless' }),
    await aMember(portal.db, { firstName: 'Inactive', state: 'inactive', cards: ['812'] }),
  ]
  for (const { id: memberId } of people) await aGrant(portal.db, { memberId, deviceId: door.id })
  const idsOf = async (effect: 'works' | 'refused' | 'all') => {
    const { holders, total } = await api.access.listHolders({ deviceId: door.id, effect })
    expect(total).toBe(holders.length)
    return holders.map(({ memberId }) => memberId).toSorted((a, b) => a - b)
  }
  const [works = 0, ...refused] = people.map(({ id }) => id)
  expect(await idsOf('works')).toEqual([works])
  expect(await idsOf('refused')).toEqual(refused)
  expect(await idsOf('all')).toEqual([works, ...refused])
})
