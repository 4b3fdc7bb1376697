import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSubscription } from '../billing/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { domains } from '../domains.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { changeStanding } from '../members/standing.ts'
import { aPlan, aTier } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aRichMember } from './leaving.testing.ts'
import { runLeavings } from './nightly.ts'
import { stepsOf } from './steps.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }
const dayMs = 86_400_000
const catalog = stepsOf(domains)

let portal: TestPortal
let staff: TestClient
let staffId: number
let planId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { firstName: 'Ann', lastName: 'Archer', isAdmin: true })).id
  staff = await portal.as(staffId)
  const settings = { ENABLE_LEAVING: true, ENABLE_STORAGE: true, EMAIL_ADMIN: 'board@example.org' }
  for (const [key, value] of Object.entries(settings)) await staff.settings.update({ key, value })
  const tier = await aTier(portal.db)
  planId = (await aPlan(portal.db, { tierId: tier.id })).id
})
afterAll(() => portal.close())

/** Sessions do not last that long, so staff log in again. */
const goOn = async (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * dayMs)
  staff = await portal.as(staffId)
}

const night = () => runLeavings(portal.ctx, catalog)

const leaveNow = async (facts: MemberFacts & { balanceCents?: number } = {}) => {
  const member = await aRichMember(portal.db, facts)
  await staff.members.setState({ memberId: member.id, state: 'inactive' })
  await night()
  return member
}

const findLeaving = async (memberId: number) => {
  for (const filter of ['open', 'over'] as const) {
    const { leavings } = await staff.leaving.list({ filter })
    const found = leavings.find(({ member }) => member.id === memberId)
    if (found) return found
  }
  throw new Error('There is no checklist.')
}

const statesOf = async (memberId: number) => {
  const { steps } = await findLeaving(memberId)
  return Object.fromEntries(steps.map(({ name, state }) => [name, state]))
}

const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select('template')
    .where('member_id', '=', memberId)
    .where(sql<boolean>`template ~ '^(leaving|balance)'`)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

test('steps of all domains have names of their own', () => {
  const names = domains.flatMap(({ leavingSteps = [] }) => leavingSteps.map(({ name }) => name))
  expect([...catalog.keys()].toSorted()).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
})

test('a checklist begins when staff end a membership, and each step runs on its day and once', async () => {
  const { id, doorId } = await leaveNow()
  const session = await portal.as(id)
  expect(await findLeaving(id)).toMatchObject({ reason: 'staff', endedOn: '2026-05-04', state: 'running' })
  expect(await statesOf(id)).toMatchObject({
    goodbye: 'done',
    storage: 'done',
    mailings: 'done',
    cards: 'waiting',
    grants: 'waiting',
    account: 'waiting',
  })
  await night()
  await goOn(30)
  await night()
  await night()
  expect(await statesOf(id)).toMatchObject({
    cards: 'done',
    grants: 'done',
    sessions: 'done',
    apiKeys: 'done',
    balance: 'done',
  })
  await expect(session.leaving.getOwn()).rejects.toMatchObject({ code: 'notSignedIn' })
  const { cards } = await staff.members.listCards({ memberId: id })
  expect(cards.map(({ state }) => state)).toEqual(['retired'])
  const grants = await portal.db.selectFrom('grants').select('device_id').where('member_id', '=', id).execute()
  expect(grants).toEqual([])
  await goOn(60)
  await night()
  expect(await findLeaving(id)).toMatchObject({ state: 'done', overAt: clock.now.toISOString() })
  await night()
  expect(await mailsTo(id)).toEqual(['leavingGoodbye', 'leavingAccount'])
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', sql<string>`data ->> 'step'`.as('step')])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', id)
    .where(sql<boolean>`event like 'leaving.%' or event in ('card.retired', 'access.changed')`)
    .orderBy('id')
    .execute()
  expect(events.filter(({ event }) => event === 'leaving.began')).toHaveLength(1)
  expect(events.filter(({ event }) => event === 'card.retired')).toHaveLength(1)
  expect(events.filter(({ event }) => event === 'access.changed')).toHaveLength(1)
  expect(events.filter(({ event }) => event === 'leaving.stepDone')).toHaveLength(catalog.size)
  expect(doorId).toBeGreaterThan(0)
})

test('a plan that goes on, overdue or paused, is no end; once it has ended, it is', async () => {
  const { id } = await aRichMember(portal.db)
  const { id: subscriptionId } = await aSubscription(portal.db, { memberId: id, planId, hasAccess: false })
  await portal.db
    .updateTable('subscriptions')
    .set({ state: 'pastDue', access_ended_on: '2026-05-01' })
    .where('id', '=', subscriptionId)
    .execute()
  await changeStanding(portal.ctx, { memberId: id, move: 'subscriptionEnded' })
  await night()
  await expect(findLeaving(id)).rejects.toThrow('no checklist')
  await portal.db.updateTable('subscriptions').set({ state: 'paused' }).where('id', '=', subscriptionId).execute()
  await night()
  await expect(findLeaving(id)).rejects.toThrow('no checklist')
  await goOn(40)
  await portal.db
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: clock.now, ended_reason: 'staff' })
    .where('id', '=', subscriptionId)
    .execute()
  await night()
  expect(await findLeaving(id)).toMatchObject({ reason: 'planEnded' })
})

test('an end of long ago, a suspension and an account that never was a member begin nothing by themselves', async () => {
  const old = await aRichMember(portal.db)
  await staff.members.setState({ memberId: old.id, state: 'inactive' })
  const suspended = await aRichMember(portal.db, { suspension: 'Quarrel' })
  const never = await aMember(portal.db, { state: 'inactive' })
  await portal.db.updateTable('members').set({ inactive_since: clock.now }).where('id', '=', never.id).execute()
  await goOn(31)
  await night()
  for (const { id } of [old, suspended, never]) await expect(findLeaving(id)).rejects.toThrow('no checklist')
  await expect(staff.leaving.begin({ memberId: suspended.id })).rejects.toMatchObject({ code: 'notLeaving' })
  await staff.leaving.begin({ memberId: old.id })
  await expect(staff.leaving.begin({ memberId: old.id })).rejects.toMatchObject({ code: 'leavingThere' })
})

test('a member who was back and left again between two runs gets a new checklist, counted from the second end', async () => {
  const { id } = await leaveNow()
  await goOn(29)
  await staff.members.setState({ memberId: id, state: 'active' })
  await goOn(0.5)
  await staff.members.setState({ memberId: id, state: 'inactive' })
  await goOn(2)
  await night()
  const cards = portal.db.selectFrom('cards').select('state').where('member_id', '=', id)
  expect(await cards.execute()).toEqual([{ state: 'active' }])
  const rows = portal.db.selectFrom('leavings').select(['ended_on', 'state', 'returned_at']).where('member_id', '=', id)
  const [first, second] = await rows.orderBy('id').execute()
  expect(first?.returned_at).not.toBeNull()
  expect(second).toMatchObject({ state: 'running', returned_at: null })
  expect(second?.ended_on).not.toBe(first?.ended_on)
  expect(await mailsTo(id)).not.toContain('leavingReturned')
})

test('a checklist that was done begins anew for a member who was back and left again between two runs', async () => {
  const { id } = await leaveNow()
  await portal.db
    .updateTable('leavings')
    .set({ state: 'done', done_at: clock.now })
    .where('member_id', '=', id)
    .execute()
  await staff.members.setState({ memberId: id, state: 'active' })
  await staff.members.setState({ memberId: id, state: 'inactive' })
  await night()
  expect(await findLeaving(id)).toMatchObject({ state: 'running' })
})

test('a member who comes back ends the checklist; news goes on again, and what was taken is said', async () => {
  const { id } = await leaveNow({ balanceCents: 900 })
  await (await portal.as(id)).leaving.askRefund({ accountName: 'Bo Berg', accountNumber: '062-000 1234 5678' })
  await goOn(30)
  await night()
  await changeStanding(portal.ctx, { memberId: id, move: 'invoicePaid' })
  await night()
  await night()
  expect(await findLeaving(id)).toMatchObject({ state: 'returned' })
  expect(await statesOf(id)).toMatchObject({ cards: 'done', balance: 'skipped', account: 'skipped' })
  const row = await portal.db
    .selectFrom('members')
    .select(['exclude_from_email_export as isLeftOut'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.isLeftOut).toBe(false)
  expect(await (await portal.as(id)).leaving.getOwn()).toEqual({
    leaving: null,
    balanceCents: 900,
    mayChoose: false,
    refund: null,
    credit: { cents: 0, currency: 'AUD', mayAsk: false, refund: null },
  })
  expect(await mailsTo(id)).toContain('leavingReturned')
  const { text } = await portal.db
    .selectFrom('messages')
    .select('text')
    .where('member_id', '=', id)
    .where('template', '=', 'leavingReturned')
    .executeTakeFirstOrThrow()
  expect(text).toContain('Retired cards can be restored')
  await staff.members.setState({ memberId: id, state: 'inactive' })
  await night()
  expect(await findLeaving(id)).toMatchObject({ state: 'running' })
})

test('staff stop a checklist, let it go on, skip a step, run one early and mark one as done', async () => {
  const { id } = await leaveNow()
  const { id: leavingId } = await findLeaving(id)
  await staff.leaving.setPaused({ leavingId, isPaused: true })
  await goOn(31)
  await night()
  expect(await statesOf(id)).toMatchObject({ cards: 'waiting' })
  await staff.leaving.actOnStep({ leavingId, step: 'cards', act: 'skip' })
  await staff.leaving.actOnStep({ leavingId, step: 'grants', act: 'run' })
  await staff.leaving.actOnStep({ leavingId, step: 'sessions', act: 'markDone' })
  await expect(staff.leaving.actOnStep({ leavingId, step: 'cards', act: 'run' })).rejects.toMatchObject({
    code: 'stepSettled',
  })
  await expect(staff.leaving.actOnStep({ leavingId, step: 'nothing', act: 'run' })).rejects.toMatchObject({
    code: 'notFound',
  })
  expect(await statesOf(id)).toMatchObject({ cards: 'skipped', grants: 'done', sessions: 'done', apiKeys: 'waiting' })
  await staff.leaving.setPaused({ leavingId, isPaused: false })
  await night()
  expect(await statesOf(id)).toMatchObject({ apiKeys: 'done', account: 'waiting' })
  await staff.leaving.actOnStep({ leavingId, step: 'account', act: 'skip' })
  expect(await findLeaving(id)).toMatchObject({ state: 'done' })
  await expect(staff.leaving.setPaused({ leavingId, isPaused: true })).rejects.toMatchObject({ code: 'leavingOver' })
})

test('closing the account does most of it at once; a storage place goes on until it is cleared', async () => {
  const { id, email } = await leaveNow()
  const { id: placeId } = await staff.storage.add({
    code: 'Z1',
    name: '',
    kind: 'box',
    area: '',
    notes: '',
    isOutOfUse: false,
  })
  const { id: leavingId } = await findLeaving(id)
  const other = await aRichMember(portal.db)
  await staff.storage.assign({ placeId, memberId: other.id, untilOn: null })
  for (const one of [{ id, email }, other])
    await staff.profile.closeMember({ memberId: one.id, confirmation: one.email })
  await night()
  await goOn(31)
  await night()
  expect(await findLeaving(other.id)).toMatchObject({ reason: 'closed', member: { isClosed: true } })
  expect(await statesOf(other.id)).toMatchObject({ cards: 'done', storage: 'waiting' })
  await staff.storage.release({ placeId })
  await goOn(61)
  await night()
  expect(await findLeaving(other.id)).toMatchObject({ state: 'done' })
  expect(await findLeaving(id)).toMatchObject({ id: leavingId, state: 'done' })
  expect(await mailsTo(other.id)).toEqual([])
})

test('nothing runs and nothing is shown while it is turned off', async () => {
  const { id } = await aRichMember(portal.db)
  await staff.settings.update({ key: 'ENABLE_LEAVING', value: false })
  await staff.members.setState({ memberId: id, state: 'inactive' })
  await night()
  await expect(staff.leaving.list({ filter: 'open' })).rejects.toMatchObject({ code: 'featureOff' })
  await staff.settings.update({ key: 'ENABLE_LEAVING', value: true })
  await expect(findLeaving(id)).rejects.toThrow('no checklist')
})
