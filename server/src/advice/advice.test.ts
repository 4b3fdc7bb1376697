import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, type Day } from '#platform/local-day.ts'
import { aSwipe } from '../access/factory.ts'
import { aCharge, aPayment, aSubscription } from '../billing/factory.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { listLeaving, listOwnSigns } from './leaving.ts'

const today = '2026-06-20'
const now = new Date(`${today}T02:00:00Z`)
let portal: TestPortal
let full: { id: number; name: string }
let doorId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await turn(true)
  full = await aPlan(portal.db, { costCents: 6000, isVisible: false, maxPeople: 2 })
  await aPlan(portal.db, { name: 'Evenings', costCents: 4000 })
  await aPlan(portal.db, { name: 'Secret', costCents: 1000, isVisible: false })
  await aPlan(portal.db, { name: 'Concession', costCents: 1500, isAdvised: false })
  await aPlan(portal.db, { name: 'By cash', costCents: 2000, collectors: ['cash'] })
  doorId = (await aDevice(portal.db)).id
})
afterAll(() => portal.close())

const turn = (value: boolean) => changeSetting(portal.ctx, { key: 'ENABLE_PLAN_ADVISOR', value })

const swipeOn = async (memberId: number, day: Day) => {
  const at = new Date(`${day}T01:00:00Z`)
  await aSwipe(portal.db, { memberId, deviceId: doorId, at })
  await portal.db.updateTable('members').set({ last_seen_at: at }).where('id', '=', memberId).execute()
}

/** A member with five paid months of the full plan, who was last here on a day. */
const aPayer = async (facts: { lastSeen?: Day } = {}) => {
  const { id } = await aMember(portal.db, { state: 'active' })
  const startedOn = addMonths(today, -5)
  const { id: subscriptionId } = await aSubscription(portal.db, {
    memberId: id,
    planId: full.id,
    startedOn,
    chargedThrough: today,
  })
  for (let at = 0; at < 5; at += 1) {
    const period = { from: addMonths(startedOn, at), to: addMonths(startedOn, at + 1) }
    const charge = await aCharge(portal.db, {
      memberId: id,
      subscriptionId,
      planId: full.id,
      amountCents: 6000,
      period,
    })
    await aPayment(portal.db, { memberId: id, amountCents: 6000, paid: [{ chargeId: charge.id, cents: 6000 }] })
  }
  await swipeOn(id, facts.lastSeen ?? addDays(today, -2))
  return { id, subscriptionId }
}

test('a member reads what a plan they can have would have cost them, and what plans do not change', async () => {
  const { id } = await aPayer()
  const { advice } = await (await portal.as(id)).advice.getOwn()
  expect(advice).toMatchObject({
    from: '2026-03-20',
    to: today,
    paidCents: 18_000,
    wouldCostCents: 12_000,
    plan: { name: 'Evenings', isOwnTier: false },
    visitDays: 1,
    machineUses: 0,
    purchaseCents: 0,
  })
})

test('a member who was not here in three months reads that no plan would have done', async () => {
  const { id } = await aPayer({ lastSeen: addMonths(today, -4) })
  const { advice } = await (await portal.as(id)).advice.getOwn()
  expect(advice).toMatchObject({ plan: null, wouldCostCents: 0, visitDays: 0 })
})

test('there is no advice without a plan', async () => {
  const { id } = await aMember(portal.db, { state: 'active' })
  expect(await (await portal.as(id)).advice.getOwn()).toEqual({ advice: null })
})

test('staff read who is likely to leave and why, and amounts only with the permission for money', async () => {
  const { id, subscriptionId } = await aPayer({ lastSeen: addDays(today, -60) })
  await aCharge(portal.db, { memberId: id, subscriptionId, amountCents: 6000, dueOn: addDays(today, -10) })
  await portal.db
    .updateTable('subscriptions')
    .set({ unpaid_since: addDays(today, -10) })
    .where('id', '=', subscriptionId)
    .execute()
  await sql`insert into subscription_breaks (subscription_id, kind, days, begun_at, created_at) values
    (${subscriptionId}, 'pause', '[2026-01-01,2026-01-20)', ${now}, ${now}),
    (${subscriptionId}, 'pause', '[2026-02-01,2026-02-20)', ${now}, ${now})`.execute(portal.db)
  const still = await aPayer()
  const [treasurer, desk] = await Promise.all(
    [['members', 'money'] as const, ['members'] as const].map(async (permissions) =>
      portal.as((await aMember(portal.db, { permissions: [...permissions] })).id),
    ),
  )
  const seen = await treasurer?.advice.listLeaving()
  expect(seen?.members.find(({ memberId }) => memberId === id)).toMatchObject({
    points: 6,
    openCents: 6000,
    signs: [
      { sign: 'away', day: addDays(today, -60) },
      { sign: 'payment', day: addDays(today, -10) },
      { sign: 'pausedAgain', day: '2026-02-01' },
    ],
  })
  expect(seen?.members.some(({ memberId }) => memberId === still.id)).toBe(false)
  const other = await desk?.advice.listLeaving()
  expect(other?.members.find(({ memberId }) => memberId === id)).toMatchObject({ points: 6, openCents: null })
  expect(await listOwnSigns(portal.ctx, id)).toHaveLength(3)
  expect(await countQueries(portal, () => listLeaving(portal.ctx, { seesMoney: true }))).toBe(1)
  await expect((await portal.as(id)).advice.listLeaving()).rejects.toMatchObject({ status: 403 })
})

test('a charge that the card did not pay is a sign, and one that Stripe never heard of is none', async () => {
  const [declined, unheard] = [await aPayer(), await aPayer()]
  const day = addDays(today, -5)
  const at = new Date(`${day}T02:00:00Z`)
  const failed = { purpose: 'dues', way: 'automatic', state: 'failed', amount_cents: 6000 } as const // the table's words
  const rest = {
    charge_ids: [1],
    currency: 'AUD',
    customer_id: 'cus_1',
    method_id: 'pm_1',
    created_at: at,
    settled_at: at,
  }
  for (const { id: member_id } of [declined, unheard]) {
    const names = { idempotency_key: `of ${member_id}`, intent_id: member_id === declined.id ? 'pi_1' : null }
    await portal.db
      .insertInto('stripe_payments')
      .values({ ...failed, ...rest, ...names, member_id })
      .execute()
  }
  expect(await listOwnSigns(portal.ctx, declined.id)).toMatchObject([{ sign: 'payment', day }])
  expect(await listOwnSigns(portal.ctx, unheard.id)).toEqual([])
})

test('a member of the household who comes counts as a visit', async () => {
  const { id, subscriptionId } = await aPayer({ lastSeen: addDays(today, -60) })
  const partner = await aMember(portal.db, { state: 'active' })
  await swipeOn(partner.id, addDays(today, -1))
  await portal.db
    .insertInto('household_people')
    .values({ subscription_id: subscriptionId, member_id: partner.id, role: 'adult', joined_at: now })
    .execute()
  expect(await listOwnSigns(portal.ctx, id)).toEqual([])
})

test('while it is off nothing is answered and nothing is looked at', async () => {
  const { id } = await aPayer()
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await turn(false)
  await expect((await portal.as(id)).advice.getOwn()).rejects.toMatchObject({ code: 'featureOff' })
  await expect(staff.advice.listLeaving()).rejects.toMatchObject({ code: 'featureOff' })
  await turn(true)
})
