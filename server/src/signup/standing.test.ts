import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleAll } from './completion.ts'
import { maySkip, type SignupFacts } from './rules.ts'
import { cardNumber, startSignup } from './signup.testing.ts'
import { ownStep } from './standing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
beforeEach(() => space.forgetMails())
afterAll(() => space.close())

const paid = { state: 'active', hasAccess: true, isFree: false, goesOn: false } as const
const unpaid = { state: 'incomplete', hasAccess: false, isFree: false, goesOn: false } as const

/** A newcomer who has done all there is. */
const ready: SignupFacts = {
  chosen: ['plan', 'agreement', 'induction', 'card'],
  hasPlans: true,
  paysBeforeAccess: true,
  needsApproval: false,
  asksForCard: true,
  membership: 'noob',
  isSuspended: false,
  inactiveBy: null,
  plan: paid,
  agreements: { due: 0, waiting: 0, signed: 1 },
  induction: 'done',
  hasCard: true,
  application: null,
}
const toSign = { due: 1, waiting: 0, signed: 0 }

test.each<[string, Partial<SignupFacts>, number, ReturnType<typeof ownStep>]>([
  ['has done all', {}, 0, 'apply'],
  ['has no plan', { plan: null }, 0, 'plan'],
  ['owes the first payment', { plan: unpaid }, 9100, 'pay'],
  ['owes it and has to sign', { plan: unpaid, agreements: toSign }, 9100, 'pay'],
  ['has paid and has to sign', { agreements: toSign }, 0, 'agreement'],
  [
    'left, has paid again and has to sign',
    { membership: 'inactive', inactiveBy: 'plan', agreements: toSign },
    0,
    'agreement',
  ],
  ['has paid and has no card', { hasCard: false }, 0, 'card'],
  ['waits for a debit', { plan: unpaid }, 0, 'wait'],
  ['waits for a guardian', { agreements: { due: 0, waiting: 1, signed: 0 } }, 0, 'wait'],
  ['waits for staff', { needsApproval: true, application: 'waiting' }, 0, 'wait'],
  ['has yet to apply', { needsApproval: true }, 0, 'apply'],
  ['is suspended', { isSuspended: true }, 9100, null],
  ['is a member', { membership: 'active' }, 0, null],
  ['is a member and owes', { membership: 'active' }, 6500, 'pay'],
  ['was made inactive by staff', { membership: 'inactive', inactiveBy: 'staff', plan: null }, 0, null],
])('the one thing to do next of a member who %s', (_, more, owedCents, expected) => {
  expect(ownStep({ ...ready, ...more }, owedCents)).toBe(expected)
})

test.each<[string, Partial<SignupFacts>, number, boolean]>([
  ['has chosen nothing', { plan: null }, 0, true],
  ['has not paid', { plan: unpaid }, 9100, true],
  ['has paid', {}, 0, false],
  ['has a free plan', { plan: { ...paid, isFree: true } }, 0, true],
  ['pays later', {}, 5000, true],
  ['is a member', { membership: 'active' }, 0, false],
])('keeping an account only is offered or not to a newcomer who %s', (_, more, owedCents, expected) => {
  expect(maySkip({ ...ready, ...more }, owedCents)).toBe(expected)
})

test('who has paid is in with their last step, with no tap: a card of their own, or one that staff give', async () => {
  const own = await space.join()
  await own.api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(own.id)
  expect(await own.api.signup.getStanding()).toMatchObject({ step: 'card', hasPaid: true, items: ['accessCard'] })
  expect((await own.api.signup.getOwn()).maySkip).toBe(false)
  await own.api.signup.registerCard({ accessCard: cardNumber() })
  expect(await space.stateOf(own.id)).toBe('active')
  const given = await space.join()
  await given.api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(given.id)
  await space.staff.members.addCard({ memberId: given.id, number: cardNumber(), label: '' })
  await space.portal.runJobs()
  expect(await space.stateOf(given.id)).toBe('active')
})

test('staff find who has paid and is not in, and the next hour lets in who has nothing left to do', async () => {
  const { id, api } = await space.join()
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  const found = async () => (await space.staff.members.list({ joining: 'paid' })).members.map((member) => member.id)
  expect(await found()).toEqual([id])
  expect((await space.staff.home.getNextSteps()).waiting).toContainEqual({ matter: 'paidNotJoined', count: 1 })
  await settleAll(space.portal.ctx)
  expect(await space.stateOf(id)).toBe('noob')
  // Staff ask for less from now on.
  await space.setForTest('REQUIRE_ACCESS_CARD', false)
  await settleAll(space.portal.ctx)
  expect(await space.stateOf(id)).toBe('active')
  expect(await found()).toEqual([])
})

test('a newcomer with an empty balance is not offered to pay from it while there is another way', async () => {
  await space.setForTest('ENABLE_MEMBERBUCKS', true)
  const plans = async (api: Awaited<ReturnType<typeof space.join>>['api']) =>
    (await api.signup.listTiers()).flatMap((tier) => tier.plans).find(({ id }) => id === space.planId)?.collectors
  await space.portal.db
    .updateTable('plans')
    .set({ collectors: ['bank', 'balance'] })
    .where('id', '=', space.planId)
    .execute()
  expect(await plans((await space.join()).api)).toEqual(['bank'])
  expect(await plans((await space.join({ state: 'inactive' })).api)).toEqual(['bank', 'balance'])
})
