import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeBilling } from '../billing-work.ts'
import { aPayer } from '../payer.testing.ts'
import { bookPayment } from '../payments/payments.ts'
import { runBilling } from './nightly.ts'
import { startSubscription } from './subscriptions.ts'

let now = new Date('2026-03-01T00:00:00Z')
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

let families = 0

/** A payer with a plan for so many people, paid for March. */
const aFamily = async (maxPeople = 3) => {
  families += 1
  const plan = await aPlan(portal.db, { maxPeople, name: `Family ${families}`, costCents: 9000 })
  const payer = await aPayer(portal, { planId: plan.id, firstName: 'Pat', lastName: `Payer ${families}` })
  await changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId: payer.id, amountCents: 9000, currency: 'AUD', method: 'bank', paidOn: work.today }),
  )
  return { payer, own: await portal.as(payer.id) }
}

const aPerson = async (email: string) => {
  const { id } = await aMember(portal.db, { email, state: 'inactive' })
  return { id, client: await portal.as(id) }
}

const stateOf = async (memberId: number) =>
  (await portal.db.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirstOrThrow()).state

test('an invited member takes the place in the portal, and the payer’s plan covers them', async () => {
  const { payer, own } = await aFamily()
  const { invitationId } = await own.billing.invite({ email: 'Kid@Example.org', role: 'child' })
  await portal.runJobs()
  const kid = await aPerson('kid@example.org')
  expect(await kid.client.billing.getMyPlan()).toMatchObject({ invitations: [{ id: invitationId, payer: /^Pat/ }] })
  await kid.client.billing.acceptInvitation({ invitationId })
  expect(await kid.client.billing.getMyPlan()).toMatchObject({
    subscription: null,
    invitations: [],
    paidBy: { accessUntil: '2026-04-08', hasAccess: true },
  })
  expect((await own.billing.getMyPlan()).household).toMatchObject({
    maxPeople: 3,
    people: [{ memberId: kid.id, role: 'child', joinedOn: '2026-03-01' }],
    invitations: [],
  })
  await portal.runJobs()
  const mails = await portal.db
    .selectFrom('messages')
    .select(['recipient', 'template'])
    .where('template', 'like', 'household%')
    .orderBy('id')
    .execute()
  expect(mails).toMatchObject([
    { recipient: 'kid@example.org', template: 'householdInvited' },
    { template: 'householdJoined' },
  ])
  expect(payer.id).toBeGreaterThan(0)
})

test('an address without an account is invited like any other', async () => {
  const { own } = await aFamily()
  await own.billing.invite({ email: 'not-yet@example.org', role: 'adult' })
  expect((await own.billing.getMyPlan()).household?.invitations).toMatchObject([{ email: 'not-yet@example.org' }])
})

test.each([
  ['their own address', 'own', 'This is your own address.'],
  ['what is no address', 'nonsense', 'Please enter a valid email.'],
])('a payer who invites %s reads why not', async (_what, given, message) => {
  const { payer, own } = await aFamily()
  const { email } = await portal.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow()
  await expect(own.billing.invite({ email: given === 'own' ? email : given, role: 'adult' })).rejects.toMatchObject({
    body: { fields: [{ field: 'email', message }] },
  })
})

test('a household holds as many people as its plan, also when two join at once', async () => {
  const { payer, own } = await aFamily(2)
  const { invitationId } = await own.billing.invite({ email: 'one@example.org', role: 'adult' })
  await expect(own.billing.invite({ email: 'two@example.org', role: 'adult' })).rejects.toMatchObject({
    code: 'householdFull',
  })
  const second = await portal.db
    .insertInto('household_invitations')
    .values({ subscription_id: payer.subscriptionId, email: 'two@example.org', role: 'adult', invited_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [one, two] = [await aPerson('one@example.org'), await aPerson('two@example.org')]
  const joined = await Promise.allSettled([
    one.client.billing.acceptInvitation({ invitationId }),
    two.client.billing.acceptInvitation({ invitationId: second.id }),
  ])
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an invitation is only for the owner of its address', async () => {
  const { own } = await aFamily()
  const { invitationId } = await own.billing.invite({ email: 'meant@example.org', role: 'adult' })
  const other = await aPerson('other@example.org')
  await expect(other.client.billing.acceptInvitation({ invitationId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(other.client.billing.withdrawInvitation({ invitationId })).rejects.toMatchObject({ code: 'notFound' })
  const meant = await aPerson('meant@example.org')
  await meant.client.billing.withdrawInvitation({ invitationId })
  await expect(meant.client.billing.acceptInvitation({ invitationId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a member is in one household at most, and in none with a plan of their own', async () => {
  const [first, second] = [await aFamily(), await aFamily()]
  const person = await aPerson('both@example.org')
  const one = await first.own.billing.invite({ email: 'both@example.org', role: 'adult' })
  const two = await second.own.billing.invite({ email: 'both@example.org', role: 'adult' })
  await person.client.billing.acceptInvitation(one)
  await expect(person.client.billing.acceptInvitation(two)).rejects.toMatchObject({ code: 'inHousehold' })
  const three = await first.own.billing.invite({ email: 'payer@example.org', role: 'adult' })
  const payer = await portal.as((await aPayer(portal, { email: 'payer@example.org' })).id)
  await expect(payer.billing.acceptInvitation(three)).rejects.toMatchObject({ code: 'hasPlan' })
})

/** A family with one person who gets in by its plan. */
const aFamilyOfTwo = async (email: string) => {
  const family = await aFamily()
  const person = await aPerson(email)
  await person.client.billing.acceptInvitation(await family.own.billing.invite({ email, role: 'adult' }))
  await portal.db.updateTable('members').set({ membership_state: 'active' }).where('id', '=', person.id).execute()
  const [place] = (await family.own.billing.getMyPlan()).household?.people ?? []
  return { ...family, person, personId: place?.id ?? 0 }
}

test('who leaves a household keeps the account and loses what the plan gave', async () => {
  const { own, person, personId } = await aFamilyOfTwo('leaver@example.org')
  const stranger = await aPerson('stranger@example.org')
  await expect(stranger.client.billing.removePerson({ personId })).rejects.toMatchObject({ code: 'notFound' })
  await person.client.billing.removePerson({ personId })
  expect(await stateOf(person.id)).toBe('inactive')
  expect((await own.billing.getMyPlan()).household?.people).toEqual([])
  expect(await person.client.billing.getMyPlan()).toMatchObject({ paidBy: null })
  await expect(own.billing.removePerson({ personId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a suspension does not spread through a household', async () => {
  const { payer, person } = await aFamilyOfTwo('free@example.org')
  await portal.db
    .updateTable('members')
    .set({ suspended_at: now, suspension_reason: 'Keys' })
    .where('id', '=', payer.id)
    .execute()
  await runBilling(portal.ctx)
  expect([await stateOf(payer.id), await stateOf(person.id)]).toEqual(['inactive', 'active'])
})

test('when the payer’s access ends, so does that of the people, and a new plan of their own frees them', async () => {
  const { payer, person } = await aFamilyOfTwo('follower@example.org')
  // April is asked for in March, and not paid.
  for (const day of ['2026-03-20', '2026-04-20']) {
    now = new Date(`${day}T00:00:00Z`)
    await runBilling(portal.ctx)
  }
  expect([await stateOf(payer.id), await stateOf(person.id)]).toEqual(['inactive', 'inactive'])
  const plan = await aPlan(portal.db)
  await changeBilling(portal.ctx, 'billing.subscribed', async (work) => {
    await startSubscription(work, { memberId: person.id, planId: plan.id, collector: 'bank', paysBeforeAccess: true })
  })
  const { rows } = await sql`select from household_people where member_id = ${person.id} and left_at is null`.execute(
    portal.db,
  )
  expect(rows).toEqual([])
})

/** Alone on a plan for three, with a plan for one agreed from April on. */
const aFamilyThatShrinks = async () => {
  now = new Date('2026-03-01T00:00:00Z')
  const family = await aFamily()
  const small = await aPlan(portal.db, { name: 'Alone', costCents: 1000 })
  const change = { planId: small.id, when: 'next' as const, givenBackCents: 0, firstChargeCents: 1000, dueNowCents: 0 }
  return { ...family, smallId: small.id, agree: () => family.own.billing.changePlan(change) }
}

test('no one is invited or joins beyond the plan that was agreed ahead', async () => {
  const { own, agree } = await aFamilyThatShrinks()
  const invitation = await own.billing.invite({ email: 'early@example.org', role: 'adult' })
  const early = await aPerson('early@example.org')
  await agree()
  await expect(own.billing.invite({ email: 'later@example.org', role: 'adult' })).rejects.toMatchObject({
    code: 'householdFull',
  })
  await expect(early.client.billing.acceptInvitation(invitation)).rejects.toMatchObject({ code: 'householdFull' })
  await own.billing.keepPlan()
  await early.client.billing.acceptInvitation(invitation)
  await expect(agree()).rejects.toMatchObject({ code: 'householdFull' })
})

test('a plan that is too small when its day comes is not taken: payer and staff are told, and the price stays', async () => {
  const { payer, smallId, agree } = await aFamilyThatShrinks()
  const treasurer = await aMember(portal.db, { permissions: ['money'] })
  await portal.db.updateTable('plans').set({ max_people: 2 }).where('id', '=', smallId).execute()
  await agree()
  const person = await aMember(portal.db, { state: 'active' })
  const place = { subscription_id: payer.subscriptionId, member_id: person.id, role: 'adult' as const, joined_at: now }
  await portal.db.insertInto('household_people').values(place).execute()
  await portal.db.updateTable('plans').set({ max_people: 1 }).where('id', '=', smallId).execute()
  now = new Date('2026-03-25T00:00:00Z')
  await runBilling(portal.ctx)
  await portal.runJobs()
  const own = await portal.as(payer.id)
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({
    plan: { id: payer.planId },
    nextPlan: null,
    next: { on: '2026-04-01', amountCents: 9000, isCharged: true },
  })
  const mails = await portal.db
    .selectFrom('messages')
    .select(['member_id', 'template'])
    .where('template', 'like', 'changeDropped%')
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    { member_id: payer.id, template: 'changeDropped' },
    { member_id: treasurer.id, template: 'changeDroppedStaff' },
  ])
})

test('the database takes no more people than a plan is for, whichever of the two changes', async () => {
  const { payer, smallId } = await aFamilyThatShrinks()
  const person = await aMember(portal.db, { state: 'active' })
  const place = { subscription_id: payer.subscriptionId, role: 'adult' as const, joined_at: now }
  await portal.db
    .insertInto('household_people')
    .values({ ...place, member_id: person.id })
    .execute()
  const toSmall = portal.db.updateTable('subscriptions').set({ plan_id: smallId })
  await expect(toSmall.where('id', '=', payer.subscriptionId).execute()).rejects.toThrow(/more people/)
  const others = await Promise.all([1, 2].map(() => aMember(portal.db, { state: 'active' })))
  const crowd = others.map(({ id }) => ({ ...place, member_id: id }))
  await expect(portal.db.insertInto('household_people').values(crowd).execute()).rejects.toThrow(/more people/)
})
