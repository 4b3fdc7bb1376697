import fc from 'fast-check'
import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { changeStanding } from '../members/standing.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { propertyRuns } from '../random-runs.testing.ts'
import { setDefaultAccess } from './default-access.ts'
import { aGrant } from './factory.ts'
import { changeGrants } from './grants.ts'
import { type Holding, type GrantMove, moveGrant } from './rules.ts'

let portal: TestPortal

let api: TestClient

let adminId = 0

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true, state: 'noob', firstName: 'Ada', lastName: 'Okafor' })).id
  api = await portal.as(adminId)
})

afterAll(() => portal.close())

const asNewcomer = { membership_state: 'noob', inactive_by: null, inactive_reason: null, inactive_since: null } as const // its literals are wanted

afterEach(async () => {
  await portal.db.deleteFrom('grants').execute()
  await portal.db.deleteFrom('default_exceptions').execute()
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('removed_at', 'is', null).execute()
  await portal.db.updateTable('members').set(asNewcomer).execute()
})

const holdingsOf = async (deviceId: number): Promise<Map<number, Holding>> => {
  const grants = await portal.db
    .selectFrom('grants')
    .select(['member_id', 'source'])
    .where('device_id', '=', deviceId)
    .execute()
  const exceptions = await portal.db
    .selectFrom('default_exceptions')
    .select('member_id')
    .where('device_id', '=', deviceId)
    .execute()
  return new Map([
    ...exceptions.map((row): [number, Holding] => [row.member_id, 'exception']),
    ...grants.map((row): [number, Holding] => [row.member_id, row.source]),
  ])
}

const holding = async (deviceId: number, memberId: number) => (await holdingsOf(deviceId)).get(memberId) ?? 'none'

const lastEvent = (kind: string, id: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_id', 'data'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('a default switched on is for members alone: not for new, inactive and account-only ones', async () => {
  const door = await aDevice(portal.db)
  const active = await aMember(portal.db)
  const suspended = await aMember(portal.db, { suspension: 'Talk to us.' })
  for (const state of ['noob', 'inactive', 'accountonly'] as const) await aMember(portal.db, { state })
  const { fingerprint, count, members } = await api.access.previewDefault({ deviceId: door.id })
  expect([count, members.map(({ id }) => id)]).toEqual([2, [active.id, suspended.id]])
  await api.access.setDefault({ deviceId: door.id, isDefault: true, fingerprint })
  expect([...(await holdingsOf(door.id)).keys()].toSorted((a, b) => a - b)).toEqual([active.id, suspended.id])
  expect(await lastEvent('device', door.id)).toMatchObject({
    event: 'device.defaultAccessOn',
    actor_id: adminId,
    data: { count: 2, memberIds: expect.arrayContaining([active.id, suspended.id]) },
  })
})

test('a default switched off takes away only what it gave, and the door hears of it once', async () => {
  const url = await portal.listen()
  const door = await aDevice(portal.db, { isDefaultAccess: true })
  const byDefault = await aMember(portal.db, { cards: ['701'] })
  const other = await aMember(portal.db, { cards: ['702'] })
  const byHand = await aMember(portal.db, { cards: ['703'] })
  for (const { id } of [byDefault, other])
    await aGrant(portal.db, { memberId: id, deviceId: door.id, source: 'default' })
  await aGrant(portal.db, { memberId: byHand.id, deviceId: door.id })
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  try {
    for (let n = 0; n < 3; n += 1) await device.next()
    const preview = await api.access.previewDefault({ deviceId: door.id })
    expect(preview).toMatchObject({ isDefault: false, count: 2, byHand: 1, exceptions: 0 })
    expect(
      await api.access.setDefault({ deviceId: door.id, isDefault: false, fingerprint: preview.fingerprint }),
    ).toEqual({
      count: 2,
    })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['703'] })
    await changeGrants(portal.ctx, { memberIds: [other.id], grant: [door.id] })
    // What comes next is this, so nothing came between.
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['702', '703'] })
  } finally {
    await device.close()
  }
})

test('a preview that no longer holds is not carried out, and nothing of it happens', async () => {
  const door = await aDevice(portal.db, { name: 'Kiln' })
  await aMember(portal.db)
  const { fingerprint } = await api.access.previewDefault({ deviceId: door.id })
  const late = await aMember(portal.db)
  await expect(api.access.setDefault({ deviceId: door.id, isDefault: true, fingerprint })).rejects.toMatchObject({
    status: 409,
    code: 'previewOutdated',
  })
  expect((await holdingsOf(door.id)).size).toBe(0)
  expect((await api.devices.get({ deviceId: door.id })).isDefaultAccess).toBe(false)
  const again = await api.access.previewDefault({ deviceId: door.id })
  expect(again.members.map(({ id }) => id)).toContain(late.id)
})

test('what staff took from a member no default gives back, and what staff gave no default takes away', async () => {
  const door = await aDevice(portal.db, { isDefaultAccess: true })
  const taken = await aMember(portal.db)
  const given = await aMember(portal.db)
  for (const { id } of [taken, given]) await aGrant(portal.db, { memberId: id, deviceId: door.id, source: 'default' })
  await api.access.revokeDoor({ doorId: door.id, memberId: taken.id })
  await api.access.grantDoor({ doorId: door.id, memberId: given.id })
  for (const isDefault of [false, true]) await setDefaultAccess(portal.ctx, { deviceId: door.id, isDefault })
  expect([await holding(door.id, taken.id), await holding(door.id, given.id)]).toEqual(['exception', 'hand'])
  await changeStanding(portal.ctx, { memberId: taken.id, move: 'deactivate' })
  await changeStanding(portal.ctx, { memberId: taken.id, move: 'activate' })
  expect(await holding(door.id, taken.id)).toBe('exception')
  await api.access.grantDoor({ doorId: door.id, memberId: taken.id })
  expect(await holding(door.id, taken.id)).toBe('hand')
})

test('a member who returns has what members have by then, whichever way they come back', async () => {
  const [kept, added, dropped] = [
    await aDevice(portal.db, { isDefaultAccess: true }),
    await aDevice(portal.db),
    await aDevice(portal.db, { kind: 'interlock', isDefaultAccess: true }),
  ]
  for (const move of ['activate', 'invoicePaid', 'completeSignup'] as const) {
    const { id: memberId } = await aMember(portal.db, { state: 'noob' })
    await changeStanding(portal.ctx, { memberId, move: 'makeMember' })
    await changeStanding(portal.ctx, { memberId, move: 'deactivate' })
    await setDefaultAccess(portal.ctx, { deviceId: added.id, isDefault: true })
    await setDefaultAccess(portal.ctx, { deviceId: dropped.id, isDefault: false })
    await changeStanding(portal.ctx, { memberId, move })
    const has = [kept, added, dropped].map(({ id }) => holding(id, memberId))
    expect(await Promise.all(has)).toEqual(['default', 'default', 'none'])
    await setDefaultAccess(portal.ctx, { deviceId: added.id, isDefault: false })
    await setDefaultAccess(portal.ctx, { deviceId: dropped.id, isDefault: true })
  }
})

test('a member who pays while suspended has the defaults once the suspension is lifted', async () => {
  const door = await aDevice(portal.db, { isDefaultAccess: true })
  const { id: memberId } = await aMember(portal.db, { state: 'inactive', suspension: 'Talk to us.' })
  await changeStanding(portal.ctx, { memberId, move: 'invoicePaid' })
  await changeStanding(portal.ctx, { memberId, move: 'lift' })
  expect(await holding(door.id, memberId)).toBe('default')
})

test('joining and a default that is switched at the same moment agree, in either order', async () => {
  for (let round = 0; round < 8; round += 1) {
    const door = await aDevice(portal.db)
    const joining = await Promise.all(Array.from({ length: 4 }, () => aMember(portal.db, { state: 'noob' })))
    await Promise.all([
      ...joining.map(({ id: memberId }) => changeStanding(portal.ctx, { memberId, move: 'makeMember' })),
      setDefaultAccess(portal.ctx, { deviceId: door.id, isDefault: true }),
    ])
    expect(joining.map(({ id }) => id).filter((id) => id > 0)).toHaveLength(4)
    for (const { id } of joining) expect(await holding(door.id, id)).toBe('default')
  }
})

const anyMove = fc.record({
  move: fc.constantFrom<GrantMove>(
    'grantByHand',
    'revokeByHand',
    'switchDefaultOn',
    'switchDefaultOff',
    'becomeMember',
    'endMembership',
  ),
  who: fc.nat({ max: 2 }),
})

test('the database does what the table of grants says, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 14 }), async (moves) => {
      const door = await aDevice(portal.db)
      const people = [await aMember(portal.db), await aMember(portal.db), await aMember(portal.db, { state: 'noob' })]
      const model = people.map((_, index) => ({ has: 'none' as Holding, isMember: index < 2 })) // the start of each
      let isDefault = false
      for (const { move, who } of moves) {
        const memberId = people[who]?.id ?? 0
        if (move === 'grantByHand') await changeGrants(portal.ctx, { memberIds: [memberId], grant: [door.id] })
        else if (move === 'revokeByHand') await changeGrants(portal.ctx, { memberIds: [memberId], revoke: [door.id] })
        else if (move === 'becomeMember') await changeStanding(portal.ctx, { memberId, move: 'activate' })
        else if (move === 'endMembership') await changeStanding(portal.ctx, { memberId, move: 'deactivate' })
        else {
          isDefault = move === 'switchDefaultOn'
          await setDefaultAccess(portal.ctx, { deviceId: door.id, isDefault })
        }
        const isForAll = move === 'switchDefaultOn' || move === 'switchDefaultOff'
        for (const [index, one] of model.entries()) {
          if (!isForAll && index !== who) continue
          if (move === 'becomeMember') one.isMember = true
          if (move === 'endMembership') one.isMember = false
          one.has = moveGrant(one.has, move, { isDefault, isMember: one.isMember })
        }
      }
      const stored = await holdingsOf(door.id)
      expect(people.map(({ id }) => stored.get(id) ?? 'none')).toEqual(model.map(({ has }) => has))
      await portal.db.deleteFrom('grants').execute()
      await portal.db.updateTable('devices').set({ is_default_access: false }).execute()
      await portal.db.updateTable('members').set(asNewcomer).execute()
    }),
    propertyRuns(25),
  )
})
