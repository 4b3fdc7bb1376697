import { contract } from '@spacekeeper/contract/index.ts'
import { EventStream, levelsOf, type Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGrant, aSwipe } from './access/factory.ts'
import { anAccount } from './auth/factory.ts'
import { requestOf } from './client.testing.ts'
import { aDoor } from './doors/factory.ts'
import { aMachine } from './interlocks/factory.ts'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { changeSetting } from './settings/settings.ts'

/** What members are told of each other, in every answer they can get. */
let portal: TestPortal
let moth: number
beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
  const legal = { firstName: 'Zenobia', lastName: 'Quillfeather', email: 'z.q@example.org', screenName: 'moth' }
  moth = (await aMember(portal.db, { ...legal, lastSeenAt: new Date() })).id
  const [door, saw, lathe] = [await aDoor(portal.db), await aMachine(portal.db), await aMachine(portal.db)]
  await aGrant(portal.db, { memberId: moth, deviceId: saw.id })
  await aSwipe(portal.db, { deviceId: door.id, memberId: moth })
  await aSwipe(portal.db, { deviceId: lathe.id, memberId: moth, outcome: 'refused', refusal: 'noGrant' })
  const prices = { cost_per_session_cents: 0, cost_per_hour_cents: 0, cost_per_kwh_cents: 0 }
  const use = { member_id: moth, started_at: new Date(), last_heard_at: new Date(), ...prices }
  await portal.db
    .insertInto('interlock_sessions')
    .values({ ...use, id: crypto.randomUUID(), device_id: saw.id })
    .execute()
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      ...use,
      id: crypto.randomUUID(),
      device_id: lathe.id,
      ended_at: new Date(),
      end_reason: 'card',
      ended_by_id: moth,
    })
    .execute()
  await (await portal.as(moth)).visits.signIn({ guests: [] })
})
afterAll(() => portal.close())

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

const memberLevels = new Set(['anyone', 'signedIn', 'activeMember'])

/** Everything a member can read without knowing anything of what is asked for. */
const readable = routes.filter(
  ({ route }) =>
    route.method === 'GET' &&
    route.output !== EventStream &&
    levelsOf(route.access).some((level) => memberLevels.has(level)),
)

/** The answer of a route; of one that searches, for this text. */
const readAs = async (
  memberId: number,
  { route, text }: { route: Route; text: string | undefined },
): Promise<string> => {
  const parameters = Object.fromEntries([
    ...Object.keys(route.params?.shape ?? {}).map((name) => [name, String(moth)]),
    ...(text !== undefined && 'text' in (route.query?.shape ?? {}) ? [['text', text]] : []),
  ])
  const cookie = `sessionid=${await portal.sessionOf(memberId)}`
  const answer = await portal.app.inject({ url: requestOf(route, parameters).path, headers: { cookie } })
  expect(answer.statusCode, route.path).toBeLessThan(500)
  return answer.body
}

/** The routes whose answers contain these words, when this member asks. */
const routesNaming = async (memberId: number, words: string, text?: string) => {
  const found = await Promise.all(
    readable.map(async ({ name, route }) => ((await readAs(memberId, { route, text })).includes(words) ? [name] : [])),
  )
  return found.flat().toSorted()
}

const lists = ['access.listOwn', 'access.listSwipes', 'statistics.get', 'visits.listLastSeen', 'visits.listOnSite']

test('who is shown by screen name is named by it everywhere, and by nothing else in any answer to another member', async () => {
  const { id: reader } = await aMember(portal.db)
  expect(await routesNaming(reader, 'moth')).toEqual(lists)
  for (const legal of ['Zenobia', 'Quillfeather', 'z.q@example.org']) {
    expect(await routesNaming(reader, legal), legal).toEqual([])
    for (const text of ['moth', legal]) expect(await routesNaming(reader, legal, text), text).toEqual([])
  }
})

test('a legal name that is not shown finds no one, and a shown one does', async () => {
  const reader = await portal.as((await aMember(portal.db)).id)
  expect(await reader.visits.listLastSeen({ text: 'quill' })).toEqual([])
  expect(await reader.visits.listLastSeen({ text: 'MOT' })).toMatchObject([{ user: 'moth' }])
})

test('staff of members read both names, and find members by either', async () => {
  const { id } = await aMember(portal.db, { permissions: ['members'] })
  expect(await routesNaming(id, 'moth (Zenobia Quillfeather)')).toEqual(lists)
  const staff = await portal.as(id)
  for (const text of ['quill', 'moth']) expect(await staff.visits.listLastSeen({ text })).toHaveLength(1)
})

test('the choice of a member beats the default of the space, which counts again without one', async () => {
  const { id } = await aMember(portal.db, {
    firstName: 'Juno',
    lastName: 'Ash',
    screenName: 'ember',
    lastSeenAt: new Date(),
  })
  const own = await portal.as(id)
  const reader = await portal.as((await aMember(portal.db)).id)
  const read = async () => (await reader.visits.listLastSeen({})).find((row) => row.id === id)?.user
  expect([await read(), (await own.profile.get()).shownName]).toEqual(['ember', 'ember'])
  await own.profile.update({ nameChoice: 'firstName' })
  expect([await read(), (await own.profile.get()).nameChoice]).toEqual(['Juno', 'firstName'])
  await changeSetting(portal.ctx, { key: 'SHOWN_NAME', value: 'fullName' })
  expect(await read()).toBe('Juno')
  await own.profile.update({ nameChoice: null })
  await expect.poll(read).toBe('Juno Ash')
  await changeSetting(portal.ctx, { key: 'SHOWN_NAME', value: 'screenName' })
  await expect.poll(read).toBe('ember')
})

test('a closed account is a former member to everybody', async () => {
  const password = 'correct horse battery'
  const { id } = await anAccount(portal.db, { password })
  await aMember(portal.db, { isAdmin: true })
  const door = await aDoor(portal.db)
  await aSwipe(portal.db, { deviceId: door.id, memberId: id })
  await (await portal.as(id)).profile.closeAccount({ password, confirmation: 'close my account' })
  for (const facts of [{}, { permissions: ['members' as const] }]) {
    const reader = await portal.as((await aMember(portal.db, facts)).id)
    expect((await reader.access.listSwipes()).doors).toContainEqual(expect.objectContaining({ user: 'Former member' }))
  }
})
