import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDay } from '#platform/local-day.ts'
import { aDoor } from '../doors/factory.ts'
import { aReport } from '../issues/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const nextOf = async (facts: MemberFacts) => {
  const { id } = await aMember(portal.db, facts)
  return (await portal.as(id)).home.getNextSteps()
}

const steps = (list: readonly { step: string; isDone: boolean }[] | null) =>
  list && Object.fromEntries(list.map(({ step, isDone }) => [step, isDone]))

test('an administrator reads what a new space lacks, until it has all but perhaps a mail server', async () => {
  const { id } = await aMember(portal.db, { isAdmin: true })
  const api = await portal.as(id)
  const first = await api.home.getNextSteps()
  expect(steps(first.setup)).toEqual({ name: false, contact: false, mail: false, device: false, person: false })
  expect(first).toMatchObject({ joining: null, waiting: [] })
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'The Shed' })
  await changeSetting(portal.ctx, { key: 'EMAIL_ADMIN', value: 'desk@example.org' })
  await aDoor(portal.db, { lastSeenAt: new Date() })
  await aMember(portal.db)
  expect(steps((await api.home.getNextSteps()).setup)).toMatchObject({ device: true, card: false, person: true })
  await aMember(portal.db, { cards: ['next-0'] })
  const later = await api.home.getNextSteps()
  expect(later.setup).toBeNull()
  expect(later.waiting).toEqual([{ matter: 'noMailServer', count: 1 }])
})

test('a newcomer reads the steps to a card, and nothing once the card is there', async () => {
  expect(steps((await nextOf({ state: 'noob' })).joining)).toEqual({
    account: true,
    email: true,
    membership: false,
    card: false,
  })
  expect(steps((await nextOf({ state: 'active' })).joining)).toMatchObject({ membership: true, card: false })
  expect((await nextOf({ state: 'active', cards: ['next-1'] })).joining).toBeNull()
})

test('where members pay here, a newcomer reads the steps of joining, and so does a member who comes back with a plan', async () => {
  const { id: planId } = await aPlan(portal.db)
  expect(steps((await nextOf({ state: 'noob' })).joining)).toEqual({
    account: true,
    email: true,
    plan: false,
    payment: false,
    card: false,
  })
  const { id } = await aMember(portal.db, { state: 'inactive' })
  const api = await portal.as(id)
  expect((await api.home.getNextSteps()).joining).toBeNull()
  await api.signup.choosePlan({ planId, collector: 'cash' })
  expect((await api.home.getNextSteps()).joining).toContainEqual({
    step: 'payment',
    isDone: false,
    isWaiting: true,
    minutes: 1,
  })
})

test('a member reads of a text they have not signed', async () => {
  const { id } = await aMember(portal.db, { cards: ['next-2'] })
  const api = await portal.as(id)
  expect((await api.home.getNextSteps()).joining).toBeNull()
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const inForceFrom = localDay(new Date(), await portal.ctx.settings.get('SITE_TIME_ZONE'))
  const text = { title: 'House rules', text: 'Sweep.', inForceFrom, requiredOf: 'everyone' as const }
  const { id: agreementId } = await staff.agreements.create(text)
  expect(steps((await api.home.getNextSteps()).joining)).toMatchObject({
    membership: true,
    agreement: false,
    card: true,
  })
  await staff.agreements.setArchived({ agreementId, isArchived: true })
})

test.each<[string, MemberFacts]>([
  ['inactive', { state: 'inactive' }],
  ['suspended', { state: 'noob', suspension: 'Talk to us.' }],
  ['an account only', { state: 'accountonly' }],
])('a member %s is past joining', async (_, facts) => {
  expect((await nextOf(facts)).joining).toBeNull()
})

test('staff read what waits by their permission, and members nothing', async () => {
  await aMember(portal.db, { state: 'noob', isVerified: false, passwordHash: 'x' })
  await aDoor(portal.db, { lastSeenAt: new Date(0) })
  const row = { recipient: 'a@example.org', template: 'welcome', subject: 'Hi', state: 'failed' as const, text: '' }
  await aReport(portal.db, { title: 'Belt squeaks', at: new Date() })
  const { id: leaver } = await aMember(portal.db)
  await portal.db
    .insertInto('balance_refunds')
    .values({
      member_id: leaver,
      amount_cents: 500,
      account_name: 'Sam Sample',
      sealed_account: 'sealed',
      account_end: '4321',
      asked_at: new Date(),
    })
    .execute()
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)
  await portal.db
    .insertInto('messages')
    .values([
      { ...row, created_at: days(1) },
      { ...row, created_at: days(9) },
    ])
    .execute()
  const matters = async (facts: MemberFacts) =>
    Object.fromEntries((await nextOf(facts)).waiting.map(({ matter, count }) => [matter, count]))
  const ofMembers = await matters({ permissions: ['members'] })
  expect(ofMembers).toMatchObject({ failedMessages: 1, unconfirmed: 1, noMailServer: 1 })
  expect(ofMembers['applicants']).toBeGreaterThan(0)
  expect(ofMembers['silentDevices']).toBeUndefined()
  expect(Object.keys(await matters({ permissions: ['devices'] }))).toEqual(['silentDevices', 'openIssues'])
  expect(await matters({ permissions: ['money'] })).toEqual({ balanceRefunds: 1 })
  expect(await matters({})).toEqual({})
})
