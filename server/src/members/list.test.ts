import { memberListColumns } from '@spacekeeper/contract/members/columns.ts'
import type { MemberFilter } from '@spacekeeper/contract/members/shapes.ts'
import { beforeAll, afterAll, beforeEach, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember, type MemberFacts } from './factory.ts'
import { phoneForms } from './filters.ts'

let portal: TestPortal

let api: TestClient

let tag = 0

const now = new Date('2026-03-01T10:00:00.000Z')

const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  api = await portal.as((await aMember(portal.db, { isAdmin: true, registeredAt: now })).id)
})

afterAll(() => portal.close())

beforeEach(() => {
  tag += 1
})

/** Members of one test share a word that finds only them. */
const word = () => `tribe${tag}x`

const add = (name: string, facts: MemberFacts = {}) =>
  aMember(portal.db, { firstName: name, lastName: word(), registeredAt: now, ...facts })

const find = async (filter: Partial<MemberFilter> & { sort?: 'card' | 'lastSeen' | 'name'; order?: 'asc' | 'desc' }) =>
  (await api.members.list({ text: word(), ...filter })).members.map(({ fullName }) => fullName.split(' ')[0])

test.each([
  ['0400 555 111', ['400555111']],
  ['+61 (400) 555-111', ['61400555111', '1400555111', '400555111', '555111'].slice(0, 3).concat('00555111')],
  ['0061400555111', ['61400555111', '1400555111', '400555111', '00555111']],
  ['555', ['555']],
  ['55', null],
  ['ada', null],
])('a phone number typed as %s is looked for by its digits', (typed, forms) => {
  expect(phoneForms(typed)?.map((form) => form.replace(/^0+/, ''))).toEqual(
    forms?.map((form) => form.replace(/^0+/, '')),
  )
})

test('one search finds by name, screen name, email, card and phone, however the number is written', async () => {
  const { id } = await add('Zoë', {
    screenName: 'zq_98',
    email: 'Zoe.Quill98@Example.org',
    phone: '+61 432 198 765',
    cards: ['AB-0099887'],
  })
  const cards = await portal.db.selectFrom('cards').select('id').where('member_id', '=', id).executeTakeFirstOrThrow()
  const lost = { state: 'lost' as const, ended_at: now }
  for (const text of [
    word(),
    'zoë tri',
    'ZQ_9',
    'quill98@EXAMPLE',
    '99887',
    'ab-00998',
    '0432198765',
    '(0432) 198-765',
    '+61432198765',
  ]) {
    expect(
      (await api.members.list({ text })).members.map((member) => member.id),
      text,
    ).toContain(id)
    expect(
      (await api.members.search({ text })).members.map((member) => member.id),
      text,
    ).toContain(id)
  }
  await portal.db.updateTable('cards').set(lost).where('id', '=', cards.id).execute()
  expect((await api.members.list({ text: '99887' })).members).toMatchObject([{ id, card: null }])
  expect((await api.members.list({ text: 'zq%98' })).total).toBe(0)
})

test('a number with a country code is found by the number without, and the other way about', async () => {
  await add('Local', { phone: '0411 222 333' })
  expect((await api.members.list({ text: '+61 411 222 333' })).members.map(({ fullName }) => fullName)).toContain(
    `Local ${word()}`,
  )
})

test('each filter lets through those it names', async () => {
  const [door] = [await aDoor(portal.db)]
  const a = await add('Abe', { cards: [`c${word()}`], lastSeenAt: daysAgo(2) })
  await add('Bea', { state: 'noob', lastSeenAt: daysAgo(40) })
  await add('Cal', { suspension: 'x', subscription: 'cancelling' })
  await add('Dot', { state: 'inactive' })
  await add('Eli', { state: 'accountonly' })
  await aGrant(portal.db, { memberId: a.id, deviceId: door.id })
  expect(await find({ seen: 'within', seenDays: 30 })).toEqual(['Abe'])
  expect(await find({ seen: 'before', seenDays: 30 })).toEqual(['Bea'])
  expect(await find({ seen: 'never' })).toEqual(['Cal', 'Dot', 'Eli'])
  expect(await find({ deviceId: door.id })).toEqual(['Abe'])
  expect(await find({ deviceId: door.id, access: 'missing' })).toEqual(['Bea', 'Cal', 'Dot', 'Eli'])
  expect(await find({ card: 'yes' })).toEqual(['Abe'])
  expect(await find({ card: 'no' })).toHaveLength(4)
  expect(await find({ subscription: 'cancelling' })).toEqual(['Cal'])
  expect(await find({ standing: 'inactive' })).toEqual(['Dot'])
  expect(await find({ standing: 'suspended' })).toEqual(['Cal'])
})

test('a field that is filtered by lets through who has given it, or who has not', async () => {
  await add('Abe', { phone: '' })
  const { id } = await add('Bea')
  const plates = portal.db.updateTable('members').set({ vehicle_registration_plate: 'ABC 12' })
  await plates.where('id', '=', id).execute()
  expect(await find({ phone: 'given' })).toEqual(['Bea'])
  expect(await find({ phone: 'missing' })).toEqual(['Abe'])
  expect(await find({ plate: 'given' })).toEqual(['Bea'])
  expect(await find({ plate: 'missing' })).toEqual(['Abe'])
})

test('a table says subscriptions in words', async () => {
  await add('Sub', { subscription: 'cancelling' })
  const file = await api.members.exportCsv({
    selection: { filter: { text: word() } },
    columns: ['subscription', 'plate'],
  })
  expect(file.content.toString().split('\r\n').slice(1)).toEqual(['Cancelled,', ''])
})

test('the five states and the suspended are counted, whichever of them is shown', async () => {
  for (const state of ['active', 'active', 'noob', 'inactive', 'accountonly'] as const) await add('Any', { state })
  await add('Out', { suspension: 'x' })
  const page = await api.members.list({ text: word(), standing: 'active' })
  expect(page).toMatchObject({
    total: 2,
    standings: { active: 2, noob: 1, inactive: 1, accountonly: 1, suspended: 1 },
  })
  expect((await api.members.list({ text: word() })).total).toBe(6)
  expect((await api.members.list({ text: 'no one at all' })).standings.active).toBe(0)
})

test('every column sorts both ways, and rows that are equal keep their order from window to window', async () => {
  for (let n = 0; n < 7; n += 1) await add('Same', { screenName: `same${word()}${n}`, phone: '' })
  for (const sort of memberListColumns) {
    for (const order of ['asc', 'desc'] as const) {
      const ids: number[] = []
      for (let offset = 0; offset < 7; offset += 2) {
        const { members } = await api.members.list({ text: word(), sort, order, offset, limit: 2 })
        ids.push(...members.map(({ id }) => id))
      }
      expect(new Set(ids).size, `${sort} ${order}`).toBe(7)
    }
  }
})

test('names sort as they are shown, first name first', async () => {
  await aMember(portal.db, { firstName: 'Zoe', lastName: `Aalto ${word()}` })
  await aMember(portal.db, { firstName: 'abe', lastName: `Zimmer ${word()}` })
  await aMember(portal.db, { firstName: 'Abe', lastName: `Adams ${word()}` })
  const { members } = await api.members.list({ text: word(), sort: 'name' })
  expect(members.map(({ fullName }) => fullName)).toEqual([
    `Abe Adams ${word()}`,
    `abe Zimmer ${word()}`,
    `Zoe Aalto ${word()}`,
  ])
})

test('who was never seen comes before the longest ago, and who has no card comes last', async () => {
  await add('Now', { lastSeenAt: daysAgo(0), cards: [`1${word()}`] })
  await add('Old', { lastSeenAt: daysAgo(90), cards: [`2${word()}`] })
  await add('Not')
  expect(await find({ sort: 'lastSeen' })).toEqual(['Not', 'Old', 'Now'])
  expect(await find({ sort: 'lastSeen', order: 'desc' })).toEqual(['Now', 'Old', 'Not'])
  expect(await find({ sort: 'card', order: 'desc' })).toEqual(['Old', 'Now', 'Not'])
})

test('a table has a head, the chosen columns in their order, and nothing a spreadsheet would run', async () => {
  const ava = await add('=Ava()', { cards: ['0012'], phone: '+61 400 555 111', lastSeenAt: daysAgo(1) })
  await add('Bob', { state: 'noob' })
  const file = await api.members.exportCsv({
    selection: { filter: { text: word() } },
    columns: ['name', 'standing', 'card', 'phone', 'lastSeen'],
    sort: 'name',
    order: 'asc',
  })
  expect(file).toMatchObject({ name: 'members-2026-03-01.csv', mediaType: 'text/csv; charset=utf-8' })
  expect(file.content.toString().replace('\uFEFF', '').split('\r\n')).toEqual([
    'First name,Last name,State,Card,Mobile number,Last seen',
    `'=Ava(),${word()},Active,'0012,+61 400 555 111,2026-02-28T10:00:00.000Z`,
    `Bob,${word()},New,,0400 000 000,`,
    '',
  ])
  const one = await api.members.exportCsv({ selection: { memberIds: [ava.id] }, columns: ['email'] })
  expect(one.content.toString()).toContain(ava.email)
  expect(one.content.toString().split('\r\n')).toHaveLength(3)
})

test('a table has each column there is, with what the list says of it', async () => {
  const [door, removed] = [await aDoor(portal.db), await aDoor(portal.db)]
  const { id } = await add('Col', { cards: [`old${word()}`, `new${word()}`], lastSeenAt: daysAgo(3) })
  for (const deviceId of [door.id, removed.id]) await aGrant(portal.db, { memberId: id, deviceId })
  await portal.db.updateTable('devices').set({ removed_at: now }).where('id', '=', removed.id).execute()
  const [row] = (await api.members.list({ text: word() })).members
  expect(row).toMatchObject({ card: `new${word()}`, doors: 1 })
  const words = { name: `Col,${word()}`, standing: 'Active', role: 'Member', subscription: 'Active' }
  const shown: Record<string, unknown> = { ...row, ...words }
  for (const column of memberListColumns) {
    const file = await api.members.exportCsv({ selection: { memberIds: [id] }, columns: [column], sort: 'doors' })
    expect(file.content.toString().split('\r\n')[1], column).toBe([shown[column]].join(''))
  }
})

test('the count of addresses is the count copied: who asked to be left out is neither in it nor in the list', async () => {
  const kept = await add('Keep')
  const left = await add('Left')
  await add('Gone')
  await portal.db.updateTable('members').set({ exclude_from_email_export: true }).where('id', '=', left.id).execute()
  const gone = await api.members.list({ text: `gone ${word()}` })
  const except = gone.members.map(({ id }) => id)
  const answer = await api.members.exportEmails({ selection: { filter: { text: word() }, except } })
  expect(answer).toEqual({ emails: [kept.email], leftOut: 1 })
})

test('an export of everybody stands in the audit without a filter', async () => {
  await api.members.exportCsv({ selection: {}, columns: ['email'] })
  const [event] = (await api.audit.list({ group: 'exports' })).entries
  expect(event?.facts.map(({ name }) => name)).toEqual(['As', 'Columns'])
})

test('who exported how many stands in the audit', async () => {
  await add('One')
  const selection = { filter: { text: word() } }
  await api.members.exportCsv({ selection, columns: ['email'] })
  await api.members.exportEmails({ selection })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'data'])
    .where('event', '=', 'members.exported')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(events.map(({ data }) => data)).toMatchObject([
    { as: 'emails', count: 1, leftOut: 0, filter: { text: word() } },
    { as: 'table', count: 1, columns: ['email'], filter: { text: word() } },
  ])
  expect(events[0]?.actor_kind).toBe('member')
})

test.each([
  ['an unknown sort', { sort: 'password' }, 'sort'],
  ['an unknown state', { standing: 'banned' }, 'standing'],
  ['a window that is too large', { limit: 100_000 }, 'limit'],
  ['days that are none', { seen: 'within', seenDays: 'soon' }, 'seenDays'],
  ['a device that is none', { deviceId: 'x' }, 'deviceId'],
  ['an unknown filter', { plan: 1 }, 'plan'],
])('%s is bad input that names the field', async (_what, query, field) => {
  const wrong: object = query
  await expect(api.members.list({ ...wrong })).rejects.toMatchObject({ status: 400, body: { fields: [{ field }] } })
})

test('existing clients read all members at once, with dates as they know them', async () => {
  const { id } = await add('Kit', { screenName: `kit-${word()}`, cards: [`77${word()}`], lastSeenAt: daysAgo(1) })
  const all = await api.members.listAll({})
  expect(all.length).toBeGreaterThan(20)
  expect(all.find((member) => member.id === id)).toMatchObject({
    admin: false,
    name: { first: 'Kit', last: word(), full: `Kit ${word()}` },
    state: 'active',
    rfid: `77${word()}`,
    registrationDate: '03/01/2026, 10:00:00',
    lastSeen: '02/28/2026, 10:00:00',
    lastInduction: null,
    memberBucks: { balance: 0, lastPurchase: null },
    stripe: { cardExpiry: '', last4: '' },
    subscriptionStatus: 'active',
  })
  expect((await api.members.listAll({ screenName: `kit-${word()}` })).map((member) => member.id)).toEqual([id])
  expect(await api.members.listAll({ screenName: `KIT-${word()}` })).toEqual([])
})

test('a window of the list, a search and the list of all take one query each, however many they find', async () => {
  for (let n = 0; n < 30; n += 1) await add('Many', { cards: [`m${word()}${n}`] })
  const queriesOf = (call: () => Promise<unknown>) => countQueries(portal, call)
  // Who calls is remembered from here on.
  await api.profile.get()
  for (const call of [
    () => api.members.list({ text: word() }),
    () => api.members.list({ limit: 200 }),
    () => api.members.list({ text: '0400' }),
    () => api.members.listAll({}),
  ]) {
    expect(await queriesOf(call)).toBe(1)
  }
})
