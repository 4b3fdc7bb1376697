import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { followSubscription } from '../billing/follow.ts'
import { lockSubscription } from '../billing/subscription-row.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { changeStanding } from '../members/standing.ts'
import { startSignup } from './signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
beforeEach(() => space.forgetMails())
afterAll(() => space.close())

const openOf = async (id: number) =>
  (await space.staff.signup.listApplications()).open.find(({ memberId }) => memberId === id)
const applicationsOf = (id: number) =>
  space.portal.db
    .selectFrom('applications')
    .select(['state', 'decided_by as decidedBy', 'reason'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
const putOut = (memberId: number, reason = 'Threatened a member.') =>
  space.staff.members.setState({ memberId, state: 'inactive', reason })
const subscriptionOf = async (id: number) => (await space.subscriptionsOf(id)).at(-1)?.id ?? 0
/** The plan of a member ends, with nothing left to pay. */
const endPlan = (memberId: number) =>
  changeBilling(space.portal.ctx, 'billing.ended', (work) =>
    endSubscription(work, { memberId, reason: 'cancelled', keepsDebt: false }),
  )
/** Joins, pays, and is in; where staff decide, they accept. */
const member = async () => {
  const person = await space.ready()
  await person.api.signup.completeSignup()
  const application = await openOf(person.id)
  if (application) await space.staff.signup.acceptApplication({ applicationId: application.id })
  await space.pay(person.id)
  expect(await space.stateOf(person.id)).toBe('active')
  return person
}
/** Time passes until the payment is overdue. */
const fallBehind = async (memberId: number) => {
  const id = await subscriptionOf(memberId)
  await changeBilling(space.portal.ctx, 'billing.overdue', async (work) => {
    const later = { ...work, today: addDays(work.today, 60), now: new Date(work.now.getTime() + 60 * 86_400_000) }
    await followSubscription(later, await lockSubscription(later, id))
  })
  expect(await space.stateOf(memberId)).toBe('inactive')
}

test('an accepted application of before does not bring back a member that staff made inactive again', async () => {
  const { id, api } = await member()
  await putOut(id, 'First time.')
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  await space.staff.signup.acceptApplication({ applicationId: (await openOf(id))?.id ?? 0 })
  expect(await space.stateOf(id)).toBe('active')
  await putOut(id, 'Second time.')
  expect((await api.signup.getOwn()).application).toBeNull()
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('inactive')
  expect(await openOf(id)).toMatchObject({ state: 'waiting', isReturning: true })
})

test('with approval, a member who joined, was put out and takes a plan again waits for staff', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, api } = await member()
  await putOut(id)
  await endPlan(id)
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('inactive')
  expect(await openOf(id)).toMatchObject({ state: 'waiting' })
})

test.each(['makeMember', 'active', 'bulk'] as const)(
  'an open application is accepted in the name of those who let the applicant in: %s',
  async (way) => {
    await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
    const { id, api } = await space.ready()
    await api.signup.completeSignup()
    await space.pay(id)
    const applicationId = (await openOf(id))?.id ?? 0
    if (way === 'makeMember') await space.staff.members.makeMember({ memberId: id })
    if (way === 'active') await space.staff.members.setState({ memberId: id, state: 'active' })
    if (way === 'bulk') {
      const input = { selection: { memberIds: [id] }, move: 'makeMember' as const }
      const { fingerprint } = await space.staff.members.previewMoves(input)
      await space.staff.members.moveMany({ ...input, fingerprint })
    }
    expect(await space.stateOf(id)).toBe('active')
    expect(await applicationsOf(id)).toMatchObject([{ state: 'accepted', decidedBy: space.staffId }])
    expect(await space.eventsOf(id)).toContain('application.accepted')
    await expect(space.staff.signup.declineApplication({ applicationId, reason: 'Late.' })).rejects.toMatchObject({
      code: 'alreadyDecided',
    })
    expect(await space.stateOf(id)).toBe('active')
    expect(await space.subscriptionsOf(id)).toMatchObject([{ state: 'active' }])
  },
)

test('a declined applicant that staff let in later can apply again once their plan has ended', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, api } = await space.ready()
  await api.signup.completeSignup()
  await space.staff.signup.declineApplication({ applicationId: (await openOf(id))?.id ?? 0, reason: 'We are full.' })
  await space.staff.members.makeMember({ memberId: id })
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  await endPlan(id)
  expect(await space.stateOf(id)).toBe('inactive')
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  expect(await openOf(id)).toMatchObject({ state: 'waiting' })
})

test('an applicant that staff make inactive is declined with the reason, and a new application is theirs to hand in', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, api } = await space.ready()
  await api.signup.completeSignup()
  await putOut(id, 'Rude at the desk.')
  expect(await applicationsOf(id)).toMatchObject([
    { state: 'declined', decidedBy: space.staffId, reason: 'Rude at the desk.' },
  ])
  await api.signup.completeSignup()
  expect(await applicationsOf(id)).toMatchObject([{ state: 'declined' }, { state: 'waiting' }])
})

test('the database refuses an open application of an active member and one of a spell that is over', async () => {
  const waits = { state: 'waiting', submitted_at: new Date() } as const
  const active = await space.join({ state: 'active' })
  const noob = await space.join()
  for (const row of [
    { member_id: active.id, spell: 1 },
    { member_id: noob.id, spell: 7 },
  ])
    await expect(
      space.portal.db
        .insertInto('applications')
        .values({ ...waits, ...row })
        .execute(),
    ).rejects.toThrow('that nothing settled')
})

test('who is overdue and pays is in at once; what came later is asked of them as of active members', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, api, email } = await member()
  await fallBehind(id)
  const { id: agreementId } = await space.staff.agreements.create({
    title: 'House rules',
    text: 'Sweep.',
    inForceFrom: '2026-03-10',
    requiredOf: 'everyone',
  })
  const asked = await api.signup.getOwn()
  expect(asked.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['plan done', 'payment waiting'])
  expect(asked.items).toEqual(['payment'])
  await space.pay(id, 50_000)
  expect(await space.stateOf(id)).toBe('active')
  expect(space.subjectsTo(email)).toContain('Your access is enabled')
  expect((await api.agreements.listOwn()).due).toHaveLength(1)
  expect(await applicationsOf(id)).toMatchObject([{ state: 'accepted' }])
  await space.staff.agreements.setArchived({ agreementId, isArchived: true })
})

test('who pays what is overdue while suspended is active as soon as the suspension is lifted', async () => {
  const { id } = await member()
  await fallBehind(id)
  await changeStanding(space.portal.ctx, { memberId: id, move: 'suspend', reason: 'Talk to us.' })
  await space.pay(id, 50_000)
  await changeStanding(space.portal.ctx, { memberId: id, move: 'lift' })
  expect(await space.stateOf(id)).toBe('active')
})

test('who was made inactive by staff does not come in by paying what is overdue', async () => {
  const { id } = await member()
  await putOut(id)
  const subscriptionId = await subscriptionOf(id)
  await changeBilling(space.portal.ctx, 'billing.overdue', async (work) => {
    const later = { ...work, today: addDays(work.today, 60) }
    await followSubscription(later, await lockSubscription(later, subscriptionId))
  })
  await space.pay(id, 50_000)
  expect(await space.stateOf(id)).toBe('inactive')
})

test('a member whose plan ended comes back by all steps with the next one', async () => {
  const { id, api } = await member()
  await endPlan(id)
  await space.portal.db
    .updateTable('cards')
    .set({ state: 'retired', ended_at: new Date() })
    .where('member_id', '=', id)
    .execute()
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('inactive')
  expect((await api.signup.getOwn()).items).toEqual(['accessCard'])
})
