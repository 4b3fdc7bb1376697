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

const prices = { cost_per_session_cents: 0, cost_per_hour_cents: 0, cost_per_kwh_cents: 0 }

/** A use of a machine: under way, or ended by this member. */
const aUse = (input: { deviceId: number; memberId: number; endedBy?: number }) => {
  const now = new Date()
  const ended = input.endedBy && { ended_at: now, end_reason: 'card' as const, ended_by_id: input.endedBy }
  const use = { member_id: input.memberId, started_at: now, last_heard_at: now, ...prices, ...ended }
  return portal.db
    .insertInto('interlock_sessions')
    .values({ ...use, id: crypto.randomUUID(), device_id: input.deviceId })
    .execute()
}

beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
  const legal = { firstName: 'Zenobia', lastName: 'Quillfeather', email: 'z.q@example.org', screenName: 'moth' }
  moth = (await aMember(portal.db, { ...legal, lastSeenAt: new Date() })).id
  const [door, saw, lathe] = [await aDoor(portal.db), await aMachine(portal.db), await aMachine(portal.db)]
  await aGrant(portal.db, { memberId: moth, deviceId: saw.id })
  await aSwipe(portal.db, { deviceId: door.id, memberId: moth })
  await aSwipe(portal.db, { deviceId: lathe.id, memberId: moth, outcome: 'refused', refusal: 'noGrant' })
  await aUse({ deviceId: saw.id, memberId: moth })
  await aUse({ deviceId: lathe.id, memberId: moth, endedBy: moth })
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
const readWith = async (
  cookie: string,
  { route, text }: { route: Route; text: string | undefined },
): Promise<string> => {
  const parameters = Object.fromEntries([
    ...Object.keys(route.params?.shape ?? {}).map((name) => [name, String(moth)]),
    ...(text !== undefined && 'text' in (route.query?.shape ?? {}) ? [['text', text]] : []),
  ])
  const answer = await portal.app.inject({ url: requestOf(route, parameters).path, headers: { cookie } })
  expect(answer.statusCode, route.path).toBeLessThan(500)
  return answer.body
}

/** Metrics are read by programs on the portal's own machine, from where tests call, and not by members. */
const forMembers = readable.filter(({ name }) => name !== 'metrics.read')

type Answer = { name: string; body: string }

/** What every route answers this member; with a text, what those answer that search. */
const answersTo = async (memberId: number, text?: string): Promise<Answer[]> => {
  const cookie = `sessionid=${await portal.sessionOf(memberId)}`
  const asked = text === undefined ? forMembers : forMembers.filter(({ route }) => 'text' in (route.query?.shape ?? {}))
  return Promise.all(asked.map(async ({ name, route }) => ({ name, body: await readWith(cookie, { route, text }) })))
}

/** The routes whose answers contain these words. */
const naming = (answers: readonly Answer[], words: string) =>
  answers.flatMap(({ name, body }) => (body.includes(words) ? [name] : [])).toSorted()

const lists = [
  'access.listOwn',
  'access.listSwipes',
  'proxies.listMembers',
  'statistics.get',
  'visits.listLastSeen',
  'visits.listOnSite',
]

test('who is shown by screen name is named by it everywhere, and by nothing else in any answer to another member', async () => {
  const { id: reader } = await aMember(portal.db)
  const all = await answersTo(reader)
  expect(naming(all, 'moth')).toEqual(lists)
  const found = await answersTo(reader, 'moth')
  expect(naming(found, 'moth')).toContain('visits.listLastSeen')
  for (const legal of ['Zenobia', 'Quillfeather', 'z.q@example.org']) {
    for (const answers of [all, found, await answersTo(reader, legal)])
      expect(naming(answers, legal), legal).toEqual([])
  }
})

test('a hidden member, and a hidden device, stand in no answer to another member, whatever they did', async () => {
  const owl = await aMember(portal.db, {
    firstName: 'Ottoline',
    lastName: 'Vane',
    screenName: 'owl',
    email: 'o.v@example.org',
    isHidden: true,
    lastSeenAt: new Date(),
  })
  const [door, gate] = [await aDoor(portal.db), await aDoor(portal.db, { name: 'Crypt gate', isHidden: true })]
  const [drill, press, kiln] = [
    await aMachine(portal.db),
    await aMachine(portal.db),
    await aMachine(portal.db, { name: 'Crypt kiln', isHidden: true }),
  ]
  for (const memberId of [owl.id, moth]) {
    await aSwipe(portal.db, { deviceId: gate.id, memberId })
    await aSwipe(portal.db, { deviceId: kiln.id, memberId, outcome: 'refused', refusal: 'noGrant' })
    await aGrant(portal.db, { memberId, deviceId: gate.id })
    await aUse({ deviceId: kiln.id, memberId, endedBy: memberId })
  }
  await aSwipe(portal.db, { deviceId: door.id, memberId: owl.id })
  await aSwipe(portal.db, { deviceId: drill.id, memberId: owl.id, outcome: 'refused', refusal: 'noGrant' })
  await aUse({ deviceId: drill.id, memberId: owl.id })
  await aUse({ deviceId: press.id, memberId: moth, endedBy: owl.id })
  await (await portal.as(owl.id)).visits.signIn({ guests: [] })
  const { id: reader } = await aMember(portal.db)
  for (const text of [undefined, 'owl', 'Crypt'])
    for (const { name, body } of await answersTo(reader, text))
      expect(body, name).not.toMatch(/\bowl\b|Ottoline|Vane|o\.v@example|Crypt/)
  const { interlocks } = await (await portal.as(reader)).access.listSwipes()
  expect(interlocks.find(({ name }) => name === press.name)).toMatchObject({ userOn: 'moth', userOff: null })
  const own = ['profile.get', ...lists].filter((name) => name !== 'access.listOwn').toSorted()
  const toOwl = await answersTo(owl.id)
  expect(naming(toOwl, 'owl')).toEqual(own)
  // What they used, and where they can report a problem, because they were granted it.
  expect(naming(toOwl, 'Crypt')).toEqual(['access.listSwipes', 'issues.listPlaces'])
  const { id: staff } = await aMember(portal.db, { permissions: ['members'] })
  const toStaff = await answersTo(staff)
  expect(naming(toStaff, 'owl')).toEqual(lists)
  expect(naming(toStaff, 'Crypt')).toEqual(['access.listSwipes'])
})

test('a legal name that is not shown finds no one, and a shown one does', async () => {
  const reader = await portal.as((await aMember(portal.db)).id)
  expect(await reader.visits.listLastSeen({ text: 'quill' })).toEqual([])
  expect(await reader.visits.listLastSeen({ text: 'MOT' })).toMatchObject([{ user: 'moth' }])
})

test('staff of members read both names, and find members by either', async () => {
  const { id } = await aMember(portal.db, { permissions: ['members'] })
  expect(naming(await answersTo(id), 'moth (Zenobia Quillfeather)')).toEqual(lists)
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
