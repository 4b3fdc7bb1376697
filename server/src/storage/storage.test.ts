import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { changeStanding } from '../members/standing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { followStorage } from './storage-days.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }
const dayMs = 86_400_000

let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { firstName: 'Ann', lastName: 'Archer', isAdmin: true })).id
  staff = await portal.as(staffId)
  for (const [key, value] of Object.entries({ ENABLE_STORAGE: true, EMAIL_ADMIN: 'board@example.org' }))
    await staff.settings.update({ key, value })
})
afterAll(() => portal.close())

const usual = { name: '', kind: 'shelf', area: 'Basement', notes: '', isOutOfUse: false } as const

let count = 0

const aPlace = async (facts: { isOutOfUse?: boolean } = {}) => {
  count += 1
  const code = `T${count}`
  const { id } = await staff.storage.add({ ...usual, ...facts, code })
  return { id, code }
}

const find = async (placeId: number) => {
  const { places } = await staff.storage.list({ filter: 'all', text: '' })
  return places.find(({ id }) => id === placeId)
}

const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select('template')
    .where(sql<boolean>`(member_id = ${memberId} or ${memberId} = any(about))`)
    .where('template', 'like', 'storage%')
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

/** Sessions do not last that long, so staff log in again. */
const goOn = async (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * dayMs)
  staff = await portal.as(staffId)
}

test('a place is added, changed and removed, and a code stands once in any letter case', async () => {
  const { id } = await staff.storage.add({ ...usual, code: ' ab-1 ' })
  expect(await find(id)).toMatchObject({ code: 'AB-1', state: 'free', holder: null })
  await expect(staff.storage.add({ ...usual, code: 'AB-1' })).rejects.toMatchObject({ code: 'placeTaken' })
  await expect(staff.storage.add({ ...usual, code: 'a b' })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field: 'code' }] },
  })
  await staff.storage.update({ ...usual, placeId: id, code: 'AB-2', isOutOfUse: true })
  expect(await find(id)).toMatchObject({ code: 'AB-2', state: 'outOfUse' })
  await staff.storage.remove({ placeId: id })
  expect(await find(id)).toBeUndefined()
  await staff.storage.add({ ...usual, code: 'AB-2' })
})

test('twenty places are added at once, and those that are there stay as they are', async () => {
  const many = { prefix: 'm', first: 1, last: 20, kind: 'box', area: '' } as const
  expect(await staff.storage.addMany(many)).toEqual({ added: 20, known: 0 })
  expect(await staff.storage.addMany({ ...many, last: 22 })).toEqual({ added: 2, known: 20 })
  const { places } = await staff.storage.list({ filter: 'free', text: 'm2' })
  expect(places.map(({ code }) => code)).toEqual(['M2', 'M20', 'M21', 'M22'])
  await expect(staff.storage.addMany({ ...many, first: 5, last: 4 })).rejects.toMatchObject({
    body: { fields: [{ field: 'last' }] },
  })
  await expect(staff.storage.addMany({ ...many, last: 5000 })).rejects.toMatchObject({
    body: { fields: [{ field: 'last' }] },
  })
})

test('a place is given to a member, extended, moved and released, and they are told', async () => {
  const [from, to] = [await aPlace(), await aPlace()]
  const broken = await aPlace({ isOutOfUse: true })
  const { id: memberId } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg' })
  await expect(staff.storage.assign({ placeId: from.id, memberId, untilOn: '2020-01-01' })).rejects.toMatchObject({
    body: { fields: [{ field: 'untilOn' }] },
  })
  await expect(staff.storage.assign({ placeId: broken.id, memberId, untilOn: null })).rejects.toMatchObject({
    code: 'placeOutOfUse',
  })
  await staff.storage.assign({ placeId: from.id, memberId, untilOn: '2026-08-01' })
  expect(await find(from.id)).toMatchObject({ state: 'held', holder: { name: 'Bo Berg', isMember: true } })
  await expect(staff.storage.assign({ placeId: from.id, memberId, untilOn: null })).rejects.toMatchObject({
    code: 'placeHeld',
  })
  await expect(staff.storage.remove({ placeId: from.id })).rejects.toMatchObject({ code: 'placeHeld' })
  await staff.storage.extend({ placeId: from.id, untilOn: '2026-09-01' })
  await staff.storage.move({ placeId: from.id, toId: to.id })
  expect(await find(from.id)).toMatchObject({ state: 'free', untilOn: null })
  expect(await find(to.id)).toMatchObject({ state: 'held', untilOn: '2026-09-01' })
  await staff.storage.release({ placeId: to.id })
  await expect(staff.storage.release({ placeId: to.id })).rejects.toMatchObject({ code: 'placeFree' })
  // A mail about a place that was given back meanwhile is not written.
  expect(await mailsTo(memberId)).toEqual([])
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', memberId)
    .where('event', 'like', 'storage.%')
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual([
    'storage.assigned',
    'storage.extended',
    'storage.moved',
    'storage.released',
  ])
})

test('of two who give the same place away at once, one hears that it is held', async () => {
  const place = await aPlace()
  const members = await Promise.all([aMember(portal.db), aMember(portal.db)])
  const given = await Promise.allSettled(
    members.map(({ id }) => staff.storage.assign({ placeId: place.id, memberId: id, untilOn: null })),
  )
  expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a label leads to a page that tells others only the name its holder shows', async () => {
  const place = await aPlace()
  const holder = await aMember(portal.db, {
    firstName: 'Carla',
    lastName: 'Cole',
    screenName: 'cc',
    nameChoice: 'screenName',
  })
  const other = await aMember(portal.db)
  await staff.storage.assign({ placeId: place.id, memberId: holder.id, untilOn: null })
  const seen = await (await portal.as(other.id)).storage.show({ code: place.code.toLowerCase() })
  expect(seen).toMatchObject({ holderName: 'cc', isOwn: false, staff: null })
  expect(JSON.stringify(seen)).not.toContain('Carla')
  expect(await (await portal.as(holder.id)).storage.show({ code: place.code })).toMatchObject({ isOwn: true })
  expect(await staff.storage.show({ code: place.code })).toMatchObject({ staff: { holder: { name: 'Carla Cole' } } })
  await portal.db.updateTable('members').set({ is_hidden_from_members: true }).where('id', '=', holder.id).execute()
  expect(await (await portal.as(other.id)).storage.show({ code: place.code })).toMatchObject({ holderName: null })
  const former = await aMember(portal.db, { state: 'inactive' })
  await expect((await portal.as(former.id)).storage.show({ code: place.code })).rejects.toMatchObject({
    code: 'memberOnly',
  })
  await expect((await portal.as(null)).storage.show({ code: place.code })).rejects.toMatchObject({
    code: 'notSignedIn',
  })
  await expect(staff.storage.show({ code: 'NONE' })).rejects.toMatchObject({ code: 'notFound' })
})

test('a label is a PDF that names the place and not its holder', async () => {
  const place = await aPlace()
  const { name, content } = await staff.storage.label({ placeId: place.id })
  expect([name, content.subarray(0, 5).toString()]).toEqual([`storage-${place.code.toLowerCase()}.pdf`, '%PDF-'])
})

test('members wait for a place in turn, and no longer once they have one', async () => {
  const member = await aMember(portal.db, { firstName: 'Dan', lastName: 'Dent' })
  const api = await portal.as(member.id)
  expect(await api.storage.listOwn()).toMatchObject({ places: [], request: null, mayAsk: true })
  await api.storage.ask({ kind: 'box', note: 'Small' })
  await api.storage.ask({ kind: null, note: '' })
  expect(await api.storage.listOwn()).toMatchObject({ request: { kind: null, note: '' } })
  const { requests } = await staff.storage.list({ filter: 'all', text: '' })
  expect(requests.map(({ member: who }) => who.name)).toContain('Dan Dent')
  const place = await aPlace()
  await staff.storage.assign({ placeId: place.id, memberId: member.id, untilOn: null })
  expect(await api.storage.listOwn()).toMatchObject({ places: [{ code: place.code }], request: null })
  expect(await mailsTo(member.id)).toEqual(['storageAssigned'])
  await api.storage.ask({ kind: 'pallet', note: '' })
  await api.storage.unask()
  await api.storage.unask()
  await api.storage.ask({ kind: 'pallet', note: '' })
  const waiting = (await staff.storage.list({ filter: 'all', text: '' })).requests
  const requestId = waiting.find(({ member: who }) => who.id === member.id)?.id ?? 0
  await staff.storage.removeRequest({ requestId })
  await expect(staff.storage.removeRequest({ requestId })).rejects.toMatchObject({ code: 'notFound' })
  expect(await api.storage.listOwn()).toMatchObject({ request: null })
})

test('holders are reminded before the last day and after it, each once, and staff the second time', async () => {
  const place = await aPlace()
  const { id: memberId } = await aMember(portal.db)
  await staff.storage.assign({ placeId: place.id, memberId, untilOn: '2026-05-20' })
  await followStorage(portal.ctx)
  expect(await mailsTo(memberId)).toEqual(['storageAssigned'])
  await goOn(4)
  await followStorage(portal.ctx)
  await followStorage(portal.ctx)
  expect(await mailsTo(memberId)).toEqual(['storageAssigned', 'storageEnding'])
  await goOn(20)
  await followStorage(portal.ctx)
  await followStorage(portal.ctx)
  expect(await mailsTo(memberId)).toEqual(['storageAssigned', 'storageEnding', 'storageOverdue', 'storageStaff'])
  expect(await find(place.id)).toMatchObject({ state: 'overdue' })
})

test('a former member has some weeks to clear a place, which then is marked; a return keeps it', async () => {
  const [mine, theirs] = [await aPlace(), await aPlace()]
  const [gone, back] = [await aMember(portal.db), await aMember(portal.db)]
  await staff.storage.assign({ placeId: mine.id, memberId: gone.id, untilOn: null })
  await staff.storage.assign({ placeId: theirs.id, memberId: back.id, untilOn: null })
  for (const { id: memberId } of [gone, back]) await staff.members.setState({ memberId, state: 'inactive' })
  await followStorage(portal.ctx)
  expect(await find(mine.id)).toMatchObject({ state: 'ending', clearBy: expect.any(String) })
  await goOn(29)
  await changeStanding(portal.ctx, { memberId: back.id, move: 'invoicePaid' })
  await followStorage(portal.ctx)
  await followStorage(portal.ctx)
  expect(await find(mine.id)).toMatchObject({ state: 'toClear', holder: { isMember: false } })
  expect(await find(theirs.id)).toMatchObject({ state: 'held', clearBy: null })
  expect(await mailsTo(gone.id)).toEqual(['storageAssigned', 'storageClearing', 'storageToClear', 'storageStaff'])
  expect(await mailsTo(back.id)).toEqual(['storageAssigned', 'storageClearing', 'storageKept'])
})

test('members read no list of places, and nothing at all while storage is turned off', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  await expect(api.storage.list({ filter: 'all', text: '' })).rejects.toMatchObject({ code: 'notAllowed' })
  await staff.settings.update({ key: 'ENABLE_STORAGE', value: false })
  await expect(api.storage.listOwn()).rejects.toMatchObject({ code: 'featureOff' })
  await staff.settings.update({ key: 'ENABLE_STORAGE', value: true })
})
