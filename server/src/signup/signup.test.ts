import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan, aTier } from '../plans/factory.ts'
import { aCertificate } from '../training/factory.ts'
import { cardNumber, signupNow, startSignup } from './signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
beforeEach(() => space.forgetMails())
afterAll(() => space.close())

/** An agreement that newcomers sign, for the test that runs. */
const askForHouseRules = async () => {
  const rules = { title: 'House rules', text: 'Sweep.', inForceFrom: '2026-03-10', requiredOf: 'everyone' } as const
  const { id: agreementId } = await space.staff.agreements.create(rules)
  onTestFinished(() => space.staff.agreements.setArchived({ agreementId, isArchived: true }))
}

test('tiers are those on offer: hidden and archived ones, and a tier without plans, are left out', async () => {
  const tier = await aTier(space.portal.db, { name: 'Makers', isFeatured: true })
  const shown = await aPlan(space.portal.db, { tierId: tier.id, name: 'Monthly', costCents: 5000, intervalCount: 3 })
  await aPlan(space.portal.db, { tierId: tier.id, name: 'Secret', isVisible: false })
  const empty = await aTier(space.portal.db)
  const hidden = await aTier(space.portal.db, { isVisible: false })
  await aPlan(space.portal.db, { tierId: hidden.id })
  const { api } = await space.join()
  const tiers = await api.signup.listTiers()
  expect(tiers.find(({ id }) => id === tier.id)).toMatchObject({
    name: 'Makers',
    featured: true,
    plans: [{ id: shown.id, name: 'Monthly', currency: 'AUD', cost: 5000, intervalAmount: 3, interval: 'month' }],
  })
  expect(tiers.map(({ id }) => id)).not.toContain(empty.id)
  expect(tiers.map(({ id }) => id)).not.toContain(hidden.id)
})

test('a hidden or archived plan cannot be taken by its number', async () => {
  const hidden = await aPlan(space.portal.db, { isVisible: false })
  const archived = await aPlan(space.portal.db)
  await space.portal.db.updateTable('plans').set({ archived_at: signupNow }).where('id', '=', archived.id).execute()
  const ofHiddenTier = await aPlan(space.portal.db, { tierId: (await aTier(space.portal.db, { isVisible: false })).id })
  const { id, api } = await space.join()
  for (const plan of [hidden, archived, ofHiddenTier, { id: 999_999 }]) {
    await expect(api.signup.choosePlan({ planId: plan.id })).rejects.toMatchObject({ status: 404 })
    await expect(api.signup.quotePlan({ planId: plan.id })).rejects.toMatchObject({ status: 404 })
  }
  expect(await space.subscriptionsOf(id)).toEqual([])
})

test('a quote says today and next with joining fee and coupon, changes nothing, and is what happens', async () => {
  await space.portal.db.insertInto('coupons').values({ code: 'HALF', percent: 50, periods: 1, max_uses: 1 }).execute()
  const { id, api } = await space.join()
  const quote = await api.signup.quotePlan({ planId: space.planId, collector: 'bank', couponCode: 'half' })
  expect(quote).toMatchObject({
    todayCents: 4500,
    next: { on: '2026-04-10', amountCents: 5000 },
    paidThrough: '2026-04-09',
    currency: 'AUD',
  })
  const lines = quote.lines.map(({ amountCents, discountCents }) => ({ amountCents, discountCents }))
  expect(lines).toHaveLength(2)
  expect(lines).toContainEqual({ amountCents: 2000, discountCents: 0 })
  expect(lines).toContainEqual({ amountCents: 2500, discountCents: 2500 })
  expect(await space.subscriptionsOf(id)).toEqual([])
  expect(await space.portal.db.selectFrom('coupon_uses').selectAll().execute()).toEqual([])
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank', couponCode: 'half' })
  expect((await api.signup.getOwn()).plan).toMatchObject({ collector: 'bank', openCents: 4500 })
  const other = await space.join()
  await expect(other.api.signup.quotePlan({ planId: space.planId, couponCode: 'HALF' })).rejects.toMatchObject({
    body: { fields: [{ field: 'couponCode' }] },
  })
  await expect(other.api.signup.choosePlan({ planId: space.planId, collector: 'free' })).rejects.toMatchObject({
    body: { fields: [{ field: 'collector', message: 'This plan can’t be paid that way.' }] },
  })
})

test('two clicks make one subscription, and another plan is refused as existing clients read it', async () => {
  const { id, api } = await space.join()
  const answers = await Promise.all([
    api.signup.choosePlan({ planId: space.planId }),
    api.signup.choosePlan({ planId: space.planId }),
  ])
  expect(answers).toEqual([{ success: true }, { success: true }])
  expect(await space.subscriptionsOf(id)).toHaveLength(1)
  const other = await aPlan(space.portal.db)
  await expect(api.signup.choosePlan({ planId: other.id })).rejects.toMatchObject({
    status: 409,
    body: { success: false, code: 'hasPlan' },
  })
})

test('paying from the balance pays at once as far as it reaches', async () => {
  const [rich, poor] = [await space.join(), await space.join()]
  await anEntry(space.portal.db, { memberId: rich.id, amountCents: 10_000 })
  for (const { api } of [rich, poor]) await api.signup.choosePlan({ planId: space.planId, collector: 'balance' })
  expect((await rich.api.signup.getOwn()).plan).toMatchObject({ openCents: 0 })
  expect((await poor.api.signup.getOwn()).plan).toMatchObject({ openCents: 7000 })
})

test('can-signup names what existing clients know, and an induction that is not asked for is passed', async () => {
  const { api } = await space.join()
  expect(await api.signup.canSignup()).toEqual({ success: false, requiredSteps: ['accessCard'] })
  expect(await api.signup.checkInduction()).toEqual({ success: true, score: 0, notRequired: true })
  await space.set('REQUIRE_ACCESS_CARD', false)
  expect(await api.signup.canSignup()).toEqual({ success: true, requiredSteps: [] })
  await space.set('REQUIRE_ACCESS_CARD', true)
})

test('nothing is required of an active member, in the words of every client, whatever they have never done', async () => {
  await space.setForTest('MAX_INDUCTION_DAYS', 180)
  await aCertificate(space.portal.db, { isInduction: true, course: 'builtIn' })
  const { api } = await space.join({ state: 'active' })
  expect(await api.signup.canSignup()).toEqual({ success: true, requiredSteps: [] })
  expect(await api.signup.getOwn()).toMatchObject({ isMember: true, steps: [], items: [] })
  await space.portal.db.updateTable('certificates').set({ is_induction: false }).execute()
})

test('in an existing client, the induction of a newcomer waits for agreements as well, and leads to where both are done', async () => {
  await space.setForTest('REQUIRE_ACCESS_CARD', false)
  await askForHouseRules()
  const { api } = await space.join({ firstName: 'Ann', lastName: 'Other' })
  const { inductionLink } = (await api.home.getConfig()).features.signup
  expect(inductionLink).toBe(`${space.portal.ctx.siteUrl}/account/joining`)
  expect(await api.signup.canSignup()).toEqual({ success: false, requiredSteps: ['induction'] })
  expect(await api.signup.checkInduction()).toEqual({ success: false, score: 0 })
  const [due] = (await api.agreements.listOwn()).due
  await api.agreements.sign({ versionIds: [due?.versionId ?? 0], name: 'Ann Other' })
  expect(await api.signup.checkInduction()).toEqual({ success: true, score: 0, notRequired: true })
  expect(await api.signup.canSignup()).toEqual({ success: true, requiredSteps: [] })
})

test('where the induction is elsewhere, existing clients lead there, and agreements are named when all else is done', async () => {
  await space.setForTest('REQUIRE_ACCESS_CARD', false)
  await space.setForTest('INDUCTION_ENROL_LINK', 'https://courses.example.org/induction')
  await askForHouseRules()
  const { id, api } = await space.ready()
  await space.pay(id)
  expect((await api.home.getConfig()).features.signup.inductionLink).toBe('https://courses.example.org/induction')
  expect(await api.signup.canSignup()).toEqual({ success: false, requiredSteps: [] })
  expect(await api.signup.completeSignup()).toMatchObject({ success: false, items: ['agreement'] })
})

test('a newcomer registers a well-formed card that belongs to no other member, once, and only staff change it', async () => {
  const taken = cardNumber()
  const lost = cardNumber()
  const owner = await aMember(space.portal.db, { cards: [taken, lost] })
  await space.portal.db
    .updateTable('cards')
    .set({ state: 'lost', ended_at: signupNow })
    .where('number', '=', lost)
    .execute()
  const { id, api } = await space.join()
  for (const accessCard of ['', '12', 'a b', '12;drop', '1'.repeat(21)])
    await expect(api.signup.registerCard({ accessCard })).rejects.toMatchObject({ code: 'badInput' })
  for (const accessCard of [taken, lost])
    await expect(api.signup.registerCard({ accessCard })).rejects.toMatchObject({ code: 'cardTaken', status: 409 })
  const [first, other] = [cardNumber(), cardNumber()]
  expect((await api.signup.getOwn()).card).toEqual({ number: null, mayChange: true })
  expect(await api.signup.registerCard({ accessCard: first })).toEqual({ success: true })
  expect(await api.signup.registerCard({ accessCard: first })).toEqual({ success: true })
  await expect(api.signup.registerCard({ accessCard: other })).rejects.toMatchObject({ code: 'cardSettled' })
  expect((await api.signup.getOwn()).card).toEqual({ number: first, mayChange: false })
  const cards = space.portal.db
    .selectFrom('cards')
    .select(['number', 'state'])
    .where('member_id', '=', id)
    .orderBy('id')
  expect(await cards.execute()).toEqual([{ number: first, state: 'active' }])
  expect(await space.eventsOf(id)).toEqual(['signup.cardRegistered'])
  expect(owner.id).not.toBe(id)
})

test('a member cannot change their card number, and reads who to write to', async () => {
  for (const facts of [{ state: 'active' }, { state: 'active', cards: [cardNumber()] }] as const) {
    const { api } = await space.join(facts)
    await expect(api.signup.registerCard({ accessCard: cardNumber() })).rejects.toMatchObject({
      code: 'cardSettled',
      body: { detail: 'Your card number can’t be changed here any more. Please write to desk@example.org.' },
    })
  }
  const { api } = await space.join({ suspension: 'Talk to us.' })
  await expect(api.signup.registerCard({ accessCard: cardNumber() })).rejects.toMatchObject({ code: 'keptOut' })
})

test('skipping is for newcomers only: it ends the plan they took with nothing owed', async () => {
  const { id, api } = await space.join()
  await api.signup.choosePlan({ planId: space.planId })
  expect(await api.signup.skipSignup()).toEqual({ success: true })
  expect(await space.stateOf(id)).toBe('accountonly')
  expect(await space.subscriptionsOf(id)).toMatchObject([{ state: 'ended' }])
  const open = space.portal.db
    .selectFrom('charges')
    .select('id')
    .where('member_id', '=', id)
    .where('state', '=', 'open')
  expect(await open.execute()).toEqual([])
  expect(await space.eventsOf(id)).toContain('member.skipSignup')
  for (const state of ['active', 'inactive'] as const) {
    const other = await space.join({ state })
    expect(await other.api.signup.skipSignup()).toEqual({ success: false })
    expect(await space.stateOf(other.id)).toBe(state)
  }
  expect(await api.signup.skipSignup()).toEqual({ success: true })
})

test('while plans are off in the settings, plans are refused, and staff make members', async () => {
  await space.set('ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', false)
  const { api } = await space.join()
  await expect(api.signup.listTiers()).rejects.toMatchObject({ code: 'featureOff' })
  await expect(api.signup.choosePlan({ planId: space.planId })).rejects.toMatchObject({ code: 'featureOff' })
  expect((await api.signup.getOwn()).steps.map(({ step }) => step)).toEqual(['card'])
  await space.set('ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', true)
})
