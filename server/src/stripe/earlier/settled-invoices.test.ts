// How invoices that were charged here before the take-over ended at Stripe.
import { expect, test } from 'vitest'
import { addDays, localDay } from '#platform/local-day.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { lockCharge, markProcessing } from '../../billing/charges/charges.ts'
import { type KeptPlan, takeOpenInvoices } from './kept-plans.testing.ts'
import { openKeptScene } from './kept-scene.testing.ts'
import { takeOverAll } from './takeovers.ts'

const scene = openKeptScene()

const missing = (): never => {
  throw new Error('fewer plans than were asked for')
}

const openInvoiceOf = async ({ ref }: KeptPlan): Promise<string> => {
  const { data } = await scene.stripe.invoices.list({ subscription: ref, status: 'open' })
  return data[0]?.id ?? missing()
}

const chargeOf = ({ chargeId }: { chargeId: number }) =>
  scene.portal.db
    .selectFrom('charges')
    .select(['state', 'reason', 'amount_cents', 'paid_cents'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow()

test('a month that is voided, given up or paid in cash at Stripe is not taken here as well', async () => {
  const [gone = missing(), lost = missing(), cash = missing()] = await scene.listUnpaidPlans(3)
  await takeOverAll(scene.portal.ctx)
  await scene.stripe.invoices.voidInvoice(await openInvoiceOf(gone))
  await scene.stripe.invoices.markUncollectible(await openInvoiceOf(lost))
  await scene.stripe.invoices.pay(await openInvoiceOf(cash), { paid_out_of_band: true })
  await takeOverAll(scene.portal.ctx)
  await scene.settle()
  expect(await chargeOf(gone)).toMatchObject({ state: 'void', reason: 'providerVoided' })
  expect(await chargeOf(lost)).toMatchObject({ state: 'writtenOff', reason: 'providerGaveUp' })
  expect(await chargeOf(cash)).toMatchObject({ state: 'paid', paid_cents: 3100 })
  expect(await Promise.all([gone, lost, cash].map(scene.paidHere))).toEqual([3100, 3100, 6200])
  expect(await Promise.all([gone, lost, cash].map(scene.takenThere))).toEqual([3100, 3100, 3100])
  for (const one of [gone, lost, cash]) expect(await scene.planOf(one)).toMatchObject({ provider_ref: null })
})

test('a month that Stripe was told not to ask for goes on to its end, and the next is charged on the day it was due there', async () => {
  const [gone = missing(), lost = missing()] = await scene.listUnpaidPlans(2)
  await takeOverAll(scene.portal.ctx)
  const today = () => localDay(scene.fake.now(), 'Australia/Brisbane')
  await scene.goTo(addDays(today(), 8))
  for (const one of [gone, lost]) expect((await scene.planOf(one)).state).toBe('pastDue')
  await scene.stripe.invoices.voidInvoice(await openInvoiceOf(gone))
  await scene.stripe.invoices.markUncollectible(await openInvoiceOf(lost))
  const end = localDay(
    new Date(((await scene.atStripe(gone)).items.data[0]?.current_period_end ?? 0) * 1000),
    'Australia/Brisbane',
  )
  await takeOverAll(scene.portal.ctx)
  const access = (id: number) =>
    scene.portal.db.selectFrom('subscriptions').select('has_access').where('id', '=', id).executeTakeFirstOrThrow()
  for (const one of [gone, lost]) {
    expect(await scene.planOf(one)).toMatchObject({ state: 'active', provider_ref: null, charged_through: end })
    expect(await access(one.id)).toEqual({ has_access: true })
    await scene.saveCard(one.memberId, 'pm_card_visa')
  }
  await scene.goTo(addDays(end, -1))
  for (const one of [gone, lost]) {
    expect([await scene.paidHere(one), (await scene.planOf(one)).state]).toEqual([3100, 'active'])
    expect(await access(one.id)).toEqual({ has_access: true })
  }
  await scene.goTo(addDays(end, 1))
  for (const one of [gone, lost]) {
    expect([await scene.takenThere(one), await scene.paidHere(one)]).toEqual([6200, 6200])
    expect((await scene.chargesOf(one)).at(-1)?.period).toMatch(`[${end},`)
  }
})

test('how a month ended at Stripe holds here also where the subscription has ended there since', async () => {
  const [gone = missing(), lost = missing()] = await scene.listUnpaidPlans(2)
  await takeOverAll(scene.portal.ctx)
  await scene.stripe.invoices.voidInvoice(await openInvoiceOf(gone))
  await scene.stripe.invoices.markUncollectible(await openInvoiceOf(lost))
  for (const { ref } of [gone, lost]) await scene.stripe.subscriptions.cancel(ref)
  await takeOverAll(scene.portal.ctx)
  expect(await chargeOf(gone)).toMatchObject({ state: 'void', reason: 'providerVoided' })
  expect(await chargeOf(lost)).toMatchObject({ state: 'writtenOff', reason: 'providerGaveUp' })
  for (const one of [gone, lost]) expect((await scene.planOf(one)).state).toBe('ended')
})

test('a month that is voided at Stripe because it is asked for here stays owed, also when the portal ended in between', async () => {
  const [kept = missing()] = await scene.listUnpaidPlans(1)
  await takeOverAll(scene.portal.ctx)
  const desk = await scene.portal.as(scene.treasurerId)
  const { ref, memberId } = kept
  scene.fake.faults.add({ what: 'timeoutAfterWrite', on: 'DELETE /v1/subscriptions/*', times: 3 })
  await desk.stripe.adopt({ ref, memberId, planId: scene.planId, how: 'owedHere' }).catch(() => null)
  scene.fake.faults.clear()
  expect((await scene.stripe.invoices.list({ subscription: ref, status: 'void' })).data).toHaveLength(1)
  await takeOverAll(scene.portal.ctx)
  expect(await scene.planOf(kept)).toMatchObject({ provider_ref: null })
  expect(await chargeOf(kept)).toMatchObject({ state: 'open', amount_cents: 3100 })
})

/** A bank account whose debits come back some days after they were asked for. */
const aBadAccount = async (): Promise<string> => {
  const { id } = await scene.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number: '000-000', account_number: '222222227' },
    billing_details: { name: 'A', email: 'a@example.org' },
  })
  return id
}

const passDays = (days: number) => scene.fake.advance(new Date(scene.fake.now().getTime() + days * 86_400_000))

test('a debit that was on its way and came back is owed, and asked for here once a person decides so', async () => {
  const kept = await scene.aPlanAtStripe()
  const { customer, ref } = kept
  const { id: account } = await scene.stripe.paymentMethods.attach(await aBadAccount(), { customer })
  await scene.stripe.subscriptions.update(ref, { default_payment_method: account })
  const end = (await scene.atStripe(kept)).items.data[0]?.current_period_end ?? 0
  await scene.fake.advance(new Date(end * 1000 + 7_200_000))
  await takeOpenInvoices(scene.portal, kept)
  const chargeId = (await scene.chargesOf(kept)).find(({ state }) => state === 'open')?.id ?? missing()
  await changeBilling(scene.portal.ctx, 'billing.charged', async (work) =>
    markProcessing(work, [await lockCharge(work, chargeId)]),
  )
  await takeOverAll(scene.portal.ctx)
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'renewing' })
  expect(await chargeOf({ chargeId })).toMatchObject({ state: 'processing' })
  await passDays(5)
  await takeOverAll(scene.portal.ctx)
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'unpaid' })
  expect(await chargeOf({ chargeId })).toMatchObject({ state: 'open' })
})

test('a first debit that was sent back is owed, although Stripe voids its invoice by itself', async () => {
  const kept = await scene.aPlanAtStripe({ card: await aBadAccount() })
  await passDays(5)
  expect((await scene.stripe.invoices.list({ subscription: kept.ref })).data).toMatchObject([{ status: 'void' }])
  await takeOverAll(scene.portal.ctx)
  expect(await scene.chargesOf(kept)).toMatchObject([{ state: 'open', amount_cents: 3100 }])
})

test('a month that fails while a plan waits for something else is owed here, and still is when the plan ends', async () => {
  const kept = await scene.aHinderedPlan()
  const { customer, ref, memberId } = kept
  await takeOverAll(scene.portal.ctx)
  const bad = await scene.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await scene.stripe.subscriptions.update(ref, { default_payment_method: bad.id })
  await scene.passMonth()
  await takeOverAll(scene.portal.ctx)
  const { amount_due: dueThere } = await scene.stripe.invoices.retrieve(await openInvoiceOf(kept))
  expect(await scene.chargesOf(kept)).toMatchObject([{ state: 'paid' }, { state: 'open', amount_cents: dueThere }])
  await takeOverAll(scene.portal.ctx)
  expect(await scene.chargesOf(kept)).toHaveLength(2)
  const desk = await scene.portal.as(scene.treasurerId)
  await desk.billing.endMemberPlan({ memberId, reason: 'Moved away', keepsDebt: true })
  await scene.settle()
  expect((await scene.chargesOf(kept)).filter(({ state }) => state === 'open')).not.toEqual([])
})

test('a month that a coupon made cheaper at Stripe counts for the coupon here', async () => {
  const { db } = scene.portal
  await scene.stripe.coupons.create({ id: 'coupon-1', percent_off: 50, duration: 'forever' })
  const kept = await scene.aPlanAtStripe({ terms: { discounts: [{ coupon: 'coupon-1' }] } })
  const { memberId, id } = kept
  const coupon = await db
    .insertInto('coupons')
    .values({ code: 'HALF', percent: 50, periods: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = new Date(scene.fake.now().getTime() + 60_000)
  const use = { coupon_id: coupon.id, member_id: memberId, subscription_id: id, turn: 1, at }
  const { id: useId } = await db.insertInto('coupon_uses').values(use).returning('id').executeTakeFirstOrThrow()
  await scene.passMonth()
  await takeOverAll(scene.portal.ctx)
  const cheaper = db.selectFrom('charges').select(['amount_cents', 'discount_cents', 'coupon_periods'])
  expect(await cheaper.where('coupon_use_id', '=', useId).execute()).toEqual([
    { amount_cents: 1550, discount_cents: 1550, coupon_periods: 1 },
  ])
  await scene.goTo((await scene.planOf(kept)).charged_through)
  expect((await scene.chargesOf(kept)).map(({ amount_cents: cents }) => cents)).toEqual([1550, 1550, 3100])
})

test('all that Stripe took in more than a year in which the portal was off is booked', async () => {
  const kept = await scene.aPlanAtStripe()
  for (let months = 0; months < 14; months += 1) await scene.passMonth()
  await takeOverAll(scene.portal.ctx)
  const taken = await scene.takenThere(kept)
  expect(taken).toBeGreaterThan(14 * 3100)
  expect(await scene.paidHere(kept)).toBe(taken)
  const methods = scene.portal.db.selectFrom('payments').select('method').where('member_id', '=', kept.memberId)
  expect(new Set((await methods.execute()).map(({ method }) => method))).toEqual(new Set(['card']))
})
