import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aSubscription } from '../billing/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { settleSignup } from './completion.ts'
import { cardNumber, signupNow, startSignup } from './signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
beforeEach(() => space.forgetMails())
afterAll(() => space.close())

test('completing says what is missing, and a transfer that arrives lets the newcomer in with their default doors', async () => {
  const { id, email, api } = await space.join()
  expect(await api.signup.completeSignup()).toEqual({
    success: false,
    message: 'signup.requirementsNotMet',
    items: ['plan', 'payment', 'accessCard'],
  })
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await api.signup.registerCard({ accessCard: cardNumber() })
  expect(await api.signup.completeSignup()).toMatchObject({ success: false, items: ['payment'] })
  expect(await space.stateOf(id)).toBe('noob')
  await space.pay(id, 3000)
  expect(await space.stateOf(id)).toBe('noob')
  await space.pay(id, 4000)
  expect(await space.stateOf(id)).toBe('active')
  expect(await space.grantsOf(id)).toHaveLength(1)
  expect(space.subjectsTo(email)).toContain('Welcome to MemberMatters Portal')
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  expect((await api.signup.getOwn()).isMember).toBe(true)
})

test('a default door is granted before its list is pushed, so the new card is on it', async () => {
  await space.setForTest('SIGNUP_PAYS_BEFORE_ACCESS', false)
  const { id, api } = await space.ready()
  expect(await space.stateOf(id)).toBe('active')
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  expect(await space.grantsOf(id)).toHaveLength(1)
  expect((await api.access.listOwn()).doors).toMatchObject([{ access: true }])
})

test('without payment before access a newcomer is in at once and pays within the days of grace', async () => {
  await space.setForTest('SIGNUP_PAYS_BEFORE_ACCESS', false)
  const { id, api } = await space.join()
  expect((await api.signup.getOwn()).steps.map(({ step }) => step)).toEqual(['plan', 'card'])
  await api.signup.choosePlan({ planId: space.planId })
  await api.signup.registerCard({ accessCard: cardNumber() })
  expect(await space.stateOf(id)).toBe('active')
  expect(await space.subscriptionsOf(id)).toMatchObject([{ state: 'active', has_access: true }])
})

test('a suspended member does not come in by completing or paying', async () => {
  const { id, api } = await space.ready()
  await space.portal.db
    .updateTable('members')
    .set({ suspended_at: signupNow, suspension_reason: 'Talk.' })
    .where('id', '=', id)
    .execute()
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('noob')
  expect(await api.signup.completeSignup()).toEqual({
    success: false,
    message: 'signup.requirementsNotMet',
    items: ['suspended'],
  })
  const other = await space.join({ suspension: 'Talk to us.' })
  await expect(other.api.signup.choosePlan({ planId: space.planId })).rejects.toMatchObject({
    code: 'keptOut',
    status: 403,
  })
  expect(await other.api.signup.skipSignup()).toEqual({ success: false })
})

test('a returning member who has paid and has a step open: staff are told once, and the last step lets them in', async () => {
  const { id, email, api } = await space.join({ state: 'inactive' })
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  await settleSignup(space.portal.ctx, { memberId: id, hasPaid: true })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('inactive')
  expect(space.subjectsTo('desk@example.org')).toEqual(['A member has paid and can’t come in yet'])
  await api.signup.registerCard({ accessCard: cardNumber() })
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('active')
  expect(space.subjectsTo(email)).toContain('Your access is enabled')
})

test('a returning member with nothing open comes in with the payment, and reads that access is back', async () => {
  const { id, email, api } = await space.join({ state: 'inactive', cards: [cardNumber()] })
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('active')
  expect(space.subjectsTo(email)).toContain('Your access is enabled')
})

test('an agreement is part of joining, and the guardian of a minor completes it', async () => {
  const { id: agreementId } = await space.staff.agreements.create({
    title: 'House rules',
    text: 'Sweep.',
    inForceFrom: '2026-03-10',
    requiredOf: 'everyone',
  })
  const { id, api } = await space.ready({ firstName: 'Zoë', lastName: 'Quill' })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('noob')
  expect(await api.signup.completeSignup()).toMatchObject({ items: ['agreement'] })
  const [due] = (await api.agreements.listOwn()).due
  const guardian = { name: 'Alex Quill', email: 'alex@example.org' }
  await api.agreements.sign({ versionIds: [due?.versionId ?? 0], name: 'Zoë Quill', guardian })
  await space.portal.runJobs()
  expect((await api.signup.getOwn()).steps).toContainEqual({ step: 'agreement', state: 'waiting', minutes: 2 })
  const mail = space.smtp.mails.find(({ envelope }) => envelope.to.includes('alex@example.org'))
  const token = /\/guardian\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await (await space.portal.as(null)).agreements.signAsGuardian({ token, name: 'Alex Quill' })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('active')
  await space.staff.agreements.setArchived({ agreementId, isArchived: true })
})

test('a person of a household comes in with the plan of its payer', async () => {
  const payer = await space.join({ state: 'active' })
  const plan = await aPlan(space.portal.db, { maxPeople: 2, isVisible: false })
  const { id: subscriptionId } = await aSubscription(space.portal.db, { memberId: payer.id, planId: plan.id })
  const { id, api } = await space.join()
  await space.portal.db
    .insertInto('household_people')
    .values({ subscription_id: subscriptionId, member_id: id, role: 'adult', joined_at: signupNow })
    .execute()
  await api.signup.registerCard({ accessCard: cardNumber() })
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  expect(await space.stateOf(id)).toBe('active')
})
