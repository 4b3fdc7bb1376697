import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test("the profile says a thing under the specification's name and under the one existing clients read", async () => {
  const { id } = await aMember(portal.db, {
    firstName: 'Bo',
    lastName: 'Lindqvist',
    cards: ['111', '222'],
    isAdmin: true,
  })
  const profile = await (await portal.as(id)).profile.get()
  expect(profile).toMatchObject({
    id,
    admin: true,
    permissions: { staff: true },
    name: { first: 'Bo', last: 'Lindqvist', full: 'Bo Lindqvist' },
    fullName: 'Bo Lindqvist',
    state: 'active',
    memberStatus: 'active',
    rfid: '222',
    subscriptionStatus: 'active',
    financial: { subscriptionState: 'active', membershipPlan: null, memberBucks: { balance: 0 } },
  })
})

test('a suspended member is inactive whatever is paid, and is told why', async () => {
  const { id } = await aMember(portal.db, { suspension: 'Please talk to us.' })
  const profile = await (await portal.as(id)).profile.get()
  expect(profile).toMatchObject({
    state: 'inactive',
    subscriptionStatus: 'active',
    suspension: { reason: 'Please talk to us.' },
  })
})

test('no change of state by the member ends a suspension', async () => {
  const { id } = await aMember(portal.db, { suspension: 'Banned.' })
  for (const state of memberStates) {
    await portal.db.updateTable('members').set({ membership_state: state }).where('id', '=', id).execute()
    const row = await portal.db.selectFrom('members').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.state).toBe('inactive')
  }
})

test('the profile is always that of the caller', async () => {
  const [a, b] = [await aMember(portal.db), await aMember(portal.db)]
  expect((await (await portal.as(a.id)).profile.get()).id).toBe(a.id)
  expect((await (await portal.as(b.id)).profile.get()).id).toBe(b.id)
})

test('administrators search members by name, screen name and email, whatever the case', async () => {
  const { id } = await aMember(portal.db, {
    firstName: 'Zoë',
    lastName: 'Quill',
    screenName: 'zq_99',
    email: 'Zoe.Quill@Example.org',
  })
  const api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  for (const text of ['zoë qu', 'ZQ_9', 'quill@EXAMPLE', '  Quill ']) {
    expect(
      (await api.members.search({ text })).members.map((member) => member.id),
      text,
    ).toEqual([id])
  }
  expect(await api.members.search({ text: 'zq%99' })).toEqual({ members: [], total: 0 })
  expect((await api.members.get({ memberId: id })).screenName).toBe('zq_99')
})

test('the member list comes a page at a time and counts all', async () => {
  for (let i = 0; i < 5; i++) await aMember(portal.db, { lastName: 'Paged', firstName: `P${i}` })
  const api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const page = await api.members.search({ text: 'paged', limit: 2, offset: 2 })
  expect(page.members.map((member) => member.fullName)).toEqual(['P2 Paged', 'P3 Paged'])
  expect(page.total).toBe(5)
})

test('email addresses and screen names are unique whatever the case', async () => {
  await aMember(portal.db, { email: 'one@example.org', screenName: 'One' })
  await expect(aMember(portal.db, { email: 'ONE@example.org' })).rejects.toThrow('members_email')
  await expect(aMember(portal.db, { screenName: 'oNE' })).rejects.toThrow('members_screen_name')
})

test('a card number belongs to one member at a time', async () => {
  await aMember(portal.db, { cards: ['777'] })
  await expect(aMember(portal.db, { cards: ['777'] })).rejects.toThrow('cards_active_number')
  await expect(aMember(portal.db, { cards: [''] })).rejects.toThrow('cards_number_check')
})

test('an unknown member is 404, a number that is none is 400', async () => {
  const api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await expect(api.members.get({ memberId: 2_000_000_000 })).rejects.toMatchObject({ status: 404, code: 'notFound' })
  await expect(api.members.get({ memberId: Number.NaN })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'memberId' }] },
  })
})

test('a card number with a control character is refused, because lists could not carry it', async () => {
  await expect(aMember(portal.db, { cards: ['12\u001f34'] })).rejects.toThrow('cards_number_check')
})
