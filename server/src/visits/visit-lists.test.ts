import { beforeAll, afterEach, afterAll, test, expect } from 'vitest'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
})

afterEach(async () => {
  await portal.db.deleteFrom('visits').execute()
  await portal.db.deleteFrom('sessions').execute()
  await portal.db.deleteFrom('members').execute()
})

afterAll(() => portal.close())

const at = (day: number) => new Date(Date.UTC(2026, 0, day))

test('active members are listed newest first, those never seen last and without a date', async () => {
  const viewer = await aMember(portal.db, { screenName: 'Una', lastSeenAt: at(1) })
  await aMember(portal.db, { screenName: 'Never' })
  await aMember(portal.db, { screenName: 'Bo', lastSeenAt: at(3) })
  await aMember(portal.db, { lastSeenAt: at(9), state: 'inactive' })
  await aMember(portal.db, { lastSeenAt: at(9), suspension: 'Banned.' })
  const api = await portal.as(viewer.id)
  expect(await api.visits.listLastSeen({})).toEqual([
    { id: expect.any(Number), user: 'Bo', never: false, date: at(3).toISOString(), isHidden: false },
    { id: viewer.id, user: 'Una', never: false, date: at(1).toISOString(), isHidden: false },
    { id: expect.any(Number), user: 'Never', never: true, isHidden: false },
  ])
})

test('the list is narrowed by a part of a name, whatever its case, and bounded', async () => {
  const viewer = await aMember(portal.db, { screenName: 'Una Z%d', lastSeenAt: at(2) })
  await aMember(portal.db, { screenName: 'Ola Zed', lastSeenAt: at(1) })
  const api = await portal.as(viewer.id)
  const names = async (input: { text?: string; limit?: number }) =>
    (await api.visits.listLastSeen(input)).map((row) => row.user)
  expect(await names({ text: ' a z' })).toEqual(['Una Z%d', 'Ola Zed'])
  expect(await names({ text: 'Zéd' })).toEqual(['Ola Zed'])
  expect(await names({ text: 'z%' })).toEqual(['Una Z%d'])
  expect(await names({ limit: 1 })).toEqual(['Una Z%d'])
  await expect(api.visits.listLastSeen({ limit: 5001 })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'limit' }] },
  })
})

test('a hidden member is listed for administrators and themselves, marked, and for no other member', async () => {
  const hider = await aMember(portal.db, {
    nameChoice: 'fullName',
    firstName: 'Hi',
    lastName: 'Der',
    lastSeenAt: at(2),
  })
  const other = await aMember(portal.db, { firstName: 'Ot', lastName: 'Her', lastSeenAt: at(1) })
  const admin = await aMember(portal.db, { isAdmin: true })
  const own = await portal.as(hider.id)
  await own.visits.signIn({ guests: [] })
  await own.profile.setVisibility({ isHiddenFromMembers: true })
  expect((await own.profile.get()).isHiddenFromMembers).toBe(true)

  const seenBy = async (id: number) => {
    const api = await portal.as(id)
    const { count, people } = await api.visits.listOnSite()
    const lastSeen = (await api.visits.listLastSeen({})).filter((row) => row.user === 'Hi Der')
    return {
      count,
      onSite: people.map((person) => [person.name, person.isHidden]),
      lastSeen: lastSeen.map((row) => row.isHidden),
      statistics: (await api.statistics.get()).on_site,
    }
  }
  const listed = {
    count: 1,
    onSite: [['Hi Der', true]],
    lastSeen: [true],
    statistics: { members: ['Hi Der'], count: 1 },
  }
  expect(await seenBy(other.id)).toEqual({ count: 0, onSite: [], lastSeen: [], statistics: { members: [], count: 0 } })
  expect(await seenBy(admin.id)).toEqual(listed)
  expect(await seenBy((await aMember(portal.db, { permissions: ['members'] })).id)).toEqual(listed)
  const forDoors = await aMember(portal.db, { permissions: ['access', 'devices'] })
  expect((await seenBy(forDoors.id)).lastSeen).toEqual([])
  expect(await seenBy(hider.id)).toEqual(listed)

  await own.profile.setVisibility({ isHiddenFromMembers: false })
  expect((await seenBy(other.id)).onSite).toEqual([['Hi Der', false]])
})
