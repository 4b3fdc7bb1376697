import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGrant } from '../../access/factory.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDoor } from '../../doors/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aMember, type MemberFacts } from '../factory.ts'

let portal: TestPortal
let ada: { id: number }
let api: TestClient
let now = new Date('2026-03-02T10:00:00Z')
let tag = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  ada = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  api = await portal.as(ada.id)
})
afterAll(() => portal.close())
beforeEach(() => {
  tag += 1
  now = new Date(now.getTime() + 60_000)
})

const word = () => `bulk${tag}x`
const add = (name: string, facts: MemberFacts = {}) =>
  aMember(portal.db, { firstName: name, lastName: word(), ...facts })
const everybody = () => ({ filter: { text: word() } })
const stateOf = async (id: number) =>
  portal.db.selectFrom('members').select(['state', 'first_joined_at']).where('id', '=', id).executeTakeFirstOrThrow()
const holds = async (memberId: number, deviceId: number) => {
  const row = await portal.db
    .selectFrom('grants')
    .select('source')
    .where('member_id', '=', memberId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.source ?? null
}
type Move = 'makeMember' | 'activate' | 'suspend' | 'requireUpdate'
const moveAll = async (move: Move, { reason, client = api }: { reason?: string; client?: TestClient } = {}) => {
  const input = { selection: everybody(), move }
  const { fingerprint } = await client.members.previewMoves(input)
  return client.members.moveMany({ ...input, fingerprint, ...(reason && { reason }) })
}
const grant = async (change: 'grant' | 'revoke', deviceIds: number[]) => {
  const input = { selection: everybody(), change, deviceIds }
  const { fingerprint } = await api.members.previewGrants(input)
  const { actionId } = await api.members.updateGrants({ ...input, fingerprint })
  return actionId ?? 0
}
const jobsFor = async (memberIds: number[]) => {
  const { rows } = await portal.services.pool.query(
    `select payload->>'mail' as mail from graphile_worker._private_jobs where (payload->>'memberId')::int = any($1)
     and payload->>'mail' is not null order by 1`,
    [memberIds],
  )
  return rows.map(({ mail }: { mail: string }) => mail)
}

test('new accounts are made members together, with what members have by default and a welcome mail each', async () => {
  const door = await aDoor(portal.db, { isDefaultAccess: true })
  const [abe, bea] = [await add('Abe', { state: 'noob' }), await add('Bea', { state: 'accountonly' })]
  await add('Cal')
  await add('Dot', { state: 'inactive' })
  await add('Eli', { state: 'noob', suspension: 'Lost the key' })
  const input = { selection: everybody(), move: 'makeMember' as const }
  const preview = await api.members.previewMoves(input)
  expect(preview).toMatchObject({
    selected: 5,
    changes: { count: 2, names: [`Abe ${word()}`, `Bea ${word()}`], more: 0 },
    leftOut: [
      { why: 'unchanged', count: 1 },
      { why: 'notNew', count: 1 },
      { why: 'suspended', count: 1 },
    ],
  })
  const { touched, actionId } = await api.members.moveMany({ ...input, fingerprint: preview.fingerprint })
  expect(touched).toBe(2)
  expect([(await stateOf(abe.id)).state, (await stateOf(bea.id)).state]).toEqual(['active', 'active'])
  expect(await holds(abe.id, door.id)).toBe('default')
  expect(await jobsFor([abe.id, bea.id])).toEqual(['welcome', 'welcome'])
  const events = await portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', 'members.makeMember')
    .execute()
  expect(events).toMatchObject([{ actor_id: ada.id, data: { memberIds: [abe.id, bea.id], bulkActionId: actionId } }])
})

test('inactive members are made active together; new accounts are left out, because they are made members', async () => {
  const abe = await add('Abe', { state: 'inactive' })
  await add('Bea', { state: 'noob' })
  const preview = await api.members.previewMoves({ selection: everybody(), move: 'activate' })
  expect(preview).toMatchObject({ changes: { count: 1 }, leftOut: [{ why: 'new', count: 1 }] })
  await moveAll('activate')
  expect((await stateOf(abe.id)).state).toBe('active')
  expect(await jobsFor([abe.id])).toEqual(['enabled'])
})

test('suspending many needs a reason, and leaves out administrators, staff with more rights and the caller', async () => {
  const clerk = await add('Kim', { permissions: ['members'] })
  const client = await portal.as(clerk.id)
  const abe = await add('Abe')
  await add('Mo', { permissions: ['money'] })
  await add('Nan', { isAdmin: true })
  const preview = await client.members.previewMoves({ selection: everybody(), move: 'suspend' })
  expect(preview).toMatchObject({
    changes: { count: 1 },
    leftOut: [
      { why: 'outranked', count: 2 },
      { why: 'yourself', count: 1 },
    ],
  })
  await expect(moveAll('suspend', { client })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason', message: 'This field cannot be empty.' }] },
  })
  await moveAll('suspend', { reason: 'The shop was left open', client })
  expect(await stateOf(abe.id)).toMatchObject({ state: 'inactive' })
  const asAdmin = await api.members.previewMoves({ selection: everybody(), move: 'suspend' })
  expect(asAdmin.leftOut).toContainEqual({ why: 'administrator', count: 1 })
})

test('when the set has changed since the preview no member is moved', async () => {
  const abe = await add('Abe', { state: 'inactive' })
  const input = { selection: everybody(), move: 'activate' as const }
  const { fingerprint } = await api.members.previewMoves(input)
  const bea = await add('Bea', { state: 'inactive' })
  await expect(api.members.moveMany({ ...input, fingerprint })).rejects.toMatchObject({ code: 'previewOutdated' })
  expect([(await stateOf(abe.id)).state, (await stateOf(bea.id)).state]).toEqual(['inactive', 'inactive'])
})

test('undoing a grant takes it from those who gained it, not from those who had it before', async () => {
  const door = await aDoor(portal.db, { name: 'Kiln' })
  const [abe, bea] = [await add('Abe'), await add('Bea')]
  await aGrant(portal.db, { memberId: abe.id, deviceId: door.id })
  const actionId = await grant('grant', [door.id])
  expect(await api.members.previewUndo({ actionId })).toMatchObject({
    kind: 'grant',
    by: 'Ada Okafor',
    devices: ['Kiln'],
    reverts: { count: 1, names: [`Bea ${word()}`], more: 0 },
    changedSince: 0,
  })
  expect(await api.members.undoBulkAction({ actionId })).toEqual({ reverted: 1, changedSince: 0 })
  expect([await holds(abe.id, door.id), await holds(bea.id, door.id)]).toEqual(['hand', null])
  await expect(api.members.undoBulkAction({ actionId })).rejects.toMatchObject({ code: 'alreadyUndone' })
  const { actions } = await api.members.listBulkActions()
  expect(actions.find(({ id }) => id === actionId)).toMatchObject({ undone: { by: 'Ada Okafor' } })
})

test('a grant that was taken away and given again since stays', async () => {
  const door = await aDoor(portal.db)
  const [abe, bea] = [await add('Abe'), await add('Bea')]
  const actionId = await grant('grant', [door.id])
  now = new Date(now.getTime() + 60_000)
  await api.access.revokeDoor({ doorId: door.id, memberId: abe.id })
  await api.access.grantDoor({ doorId: door.id, memberId: abe.id })
  expect(await api.members.undoBulkAction({ actionId })).toEqual({ reverted: 1, changedSince: 1 })
  expect([await holds(abe.id, door.id), await holds(bea.id, door.id)]).toEqual(['hand', null])
})

test('undoing a revoke gives back what was had, by default as by default, but not what staff took again since', async () => {
  const [door, shop] = [await aDoor(portal.db), await aDoor(portal.db, { isDefaultAccess: true })]
  const [abe, bea] = [await add('Abe'), await add('Bea')]
  for (const { id } of [abe, bea]) await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await portal.db
    .insertInto('grants')
    .values({ member_id: abe.id, device_id: shop.id, source: 'default', granted_at: now })
    .execute()
  const actionId = await grant('revoke', [door.id, shop.id])
  expect(await holds(abe.id, shop.id)).toBeNull()
  await api.access.grantDoor({ doorId: door.id, memberId: bea.id })
  await api.access.revokeDoor({ doorId: door.id, memberId: bea.id })
  expect(await api.members.undoBulkAction({ actionId })).toEqual({ reverted: 1, changedSince: 1 })
  expect([await holds(abe.id, door.id), await holds(abe.id, shop.id)]).toEqual(['hand', 'default'])
  expect(await holds(bea.id, door.id)).toBeNull()
  const exceptions = await portal.db
    .selectFrom('default_exceptions')
    .selectAll()
    .where('member_id', '=', abe.id)
    .execute()
  expect(exceptions).toEqual([])
})

test('undoing new memberships makes them new accounts again, without what came with it, and says so by email', async () => {
  const door = await aDoor(portal.db, { isDefaultAccess: true })
  const [abe, bea] = [await add('Abe', { state: 'noob' }), await add('Bea', { state: 'noob' })]
  const { actionId } = await moveAll('makeMember')
  await api.members.setState({ memberId: bea.id, state: 'inactive' })
  expect(await api.members.undoBulkAction({ actionId: actionId ?? 0 })).toEqual({ reverted: 1, changedSince: 1 })
  expect(await stateOf(abe.id)).toEqual({ state: 'noob', first_joined_at: null })
  expect((await stateOf(bea.id)).state).toBe('inactive')
  expect(await holds(abe.id, door.id)).toBeNull()
  expect(await jobsFor([abe.id])).toEqual(['disabled', 'welcome'])
})

test('undoing a suspension lifts it from those who are still suspended by it', async () => {
  const [abe, bea] = [await add('Abe'), await add('Bea')]
  const { actionId } = await moveAll('suspend', { reason: 'The shop was left open' })
  await api.members.liftSuspension({ memberId: bea.id })
  await api.members.suspend({ memberId: bea.id, reason: 'Again' })
  expect(await api.members.undoBulkAction({ actionId: actionId ?? 0 })).toEqual({ reverted: 1, changedSince: 1 })
  expect([(await stateOf(abe.id)).state, (await stateOf(bea.id)).state]).toEqual(['active', 'inactive'])
})

test('only who may make such a change undoes it, and not after 30 days', async () => {
  const door = await aDoor(portal.db)
  await add('Abe')
  const actionId = await grant('grant', [door.id])
  const clerk = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(clerk.members.previewUndo({ actionId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(clerk.members.undoBulkAction({ actionId })).rejects.toMatchObject({ code: 'notAllowed' })
  expect((await clerk.members.listBulkActions()).actions.map(({ id }) => id)).not.toContain(actionId)
  const made = now
  now = new Date(made.getTime() + 31 * 24 * 60 * 60 * 1000)
  const later = await portal.as(ada.id)
  await expect(later.members.undoBulkAction({ actionId })).rejects.toMatchObject({ code: 'undoTooLate' })
  now = made
  api = await portal.as(ada.id)
})

test('two who undo the same change at once undo it once', async () => {
  const door = await aDoor(portal.db)
  const abe = await add('Abe')
  const actionId = await grant('grant', [door.id])
  const outcomes = await Promise.allSettled([
    api.members.undoBulkAction({ actionId }),
    api.members.undoBulkAction({ actionId }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await holds(abe.id, door.id)).toBeNull()
})

const isAsked = async (id: number) => {
  const row = portal.db.selectFrom('members').select('profile_update_required').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).profile_update_required
}

test('many are asked to review their details; undone, only those who did not answer yet are no longer asked', async () => {
  const [abe, bea, cal] = [await add('Abe'), await add('Bea'), await add('Cal', { state: 'inactive' })]
  await api.members.updateDetails({ memberId: cal.id, profileUpdateRequired: true })
  const preview = await api.members.previewMoves({ selection: everybody(), move: 'requireUpdate' })
  expect(preview).toMatchObject({ changes: { count: 2 }, leftOut: [{ why: 'unchanged', count: 1 }] })
  const { touched, actionId } = await moveAll('requireUpdate')
  expect([touched, await isAsked(abe.id), await isAsked(bea.id)]).toEqual([2, true, true])
  expect(await jobsFor([abe.id, bea.id])).toEqual([])
  await (await portal.as(bea.id)).profile.update({})
  // A membership that changes meanwhile has nothing to do with it.
  await api.members.setState({ memberId: abe.id, state: 'inactive' })
  expect(await api.members.undoBulkAction({ actionId: actionId ?? 0 })).toEqual({ reverted: 1, changedSince: 1 })
  expect([await isAsked(abe.id), await isAsked(bea.id), await isAsked(cal.id)]).toEqual([false, false, true])
  expect((await stateOf(abe.id)).state).toBe('inactive')
})

test('memberships changed in bulk can still be undone after the same members were asked to review their details', async () => {
  const abe = await add('Abe', { state: 'inactive' })
  const { actionId } = await moveAll('activate')
  await moveAll('requireUpdate')
  expect(await api.members.undoBulkAction({ actionId: actionId ?? 0 })).toEqual({ reverted: 1, changedSince: 0 })
  expect((await stateOf(abe.id)).state).toBe('inactive')
})

test('what staff undo for those they may change, staff with more rights undo for the rest', async () => {
  const clerk = await portal.as((await aMember(portal.db, { permissions: ['members'], firstName: 'Kim' })).id)
  const [abe, mo] = [await add('Abe', { state: 'inactive' }), await add('Mo', { state: 'inactive' })]
  const { actionId: id } = await moveAll('activate')
  const actionId = id ?? 0
  await portal.db
    .updateTable('members')
    .set({ permissions: ['money'] })
    .where('id', '=', mo.id)
    .execute()
  expect(await clerk.members.previewUndo({ actionId })).toMatchObject({ reverts: { count: 1 }, outranked: 1 })
  expect(await clerk.members.undoBulkAction({ actionId })).toEqual({ reverted: 1, changedSince: 0 })
  const undone = async () => (await api.members.listBulkActions()).actions.find((one) => one.id === actionId)
  expect(await undone()).toMatchObject({ count: 2, undone: { count: 1, left: 1, by: expect.stringMatching(/^Kim/) } })
  expect(await clerk.members.undoBulkAction({ actionId })).toEqual({ reverted: 0, changedSince: 0 })
  expect([(await stateOf(abe.id)).state, (await stateOf(mo.id)).state]).toEqual(['inactive', 'active'])
  expect(await api.members.previewUndo({ actionId })).toMatchObject({ reverts: { count: 1 }, changedSince: 0 })
  expect(await api.members.undoBulkAction({ actionId })).toEqual({ reverted: 1, changedSince: 0 })
  expect((await stateOf(mo.id)).state).toBe('inactive')
  expect(await undone()).toMatchObject({ undone: { count: 2, left: 0, by: 'Ada Okafor' } })
  await expect(api.members.undoBulkAction({ actionId })).rejects.toMatchObject({ code: 'alreadyUndone' })
})
