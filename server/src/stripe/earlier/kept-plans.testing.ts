import type { Stripe } from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, rangeText } from '#platform/local-day.ts'
import { billingToday, changeBilling } from '../../billing/billing-work.ts'
import { lockSubscription, saveSubscriptions } from '../../billing/subscription-row.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { type EarlierInvoice, takeInvoices } from '../../billing/subscriptions/takeovers.ts'
import { aMember } from '../../members/factory.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { ensureCustomer } from '../customers.ts'
import { earlierInvoices, readEarlier } from './earlier-subscriptions.ts'

export type KeptPlace = { portal: TestPortal; stripe: Stripe; planId: number }

export type KeptPlan = { memberId: number; ref: string; customer: string; id: number }

const invoicesOf = async (ctx: Ctx, ref: string): Promise<EarlierInvoice[]> => {
  const found = await readEarlier(ctx, ref)
  const today = await billingToday(ctx)
  const days = { zone: await ctx.settings.get('SITE_TIME_ZONE'), today, since: today }
  return found ? earlierInvoices(found, days) : []
}

/** The invoice that is open at Stripe is open here, as the portal had it. */
export const takeOpenInvoices = async ({ ctx }: TestPortal, { id, ref }: KeptPlan): Promise<void> => {
  const invoices = await invoicesOf(ctx, ref)
  await changeBilling(ctx, 'billing.charged', (work) => takeInvoices(work, { subscriptionId: id, invoices }))
}

/** A pause as the portal had it at Stripe, from today on: the days that were left are given back on the next invoice. */
export const pauseAtStripe = async (
  { portal, stripe }: KeptPlace,
  { id, ref }: KeptPlan,
  days: number,
): Promise<void> => {
  await stripe.subscriptions.pause(ref, {
    bill_for: { unused_time_from: { type: 'now' } },
    invoicing_behavior: 'pending_invoice_item',
  })
  const [today, at] = [await billingToday(portal.ctx), portal.ctx.now()]
  await portal.db
    .insertInto('subscription_breaks')
    .values({
      subscription_id: id,
      kind: 'pause',
      days: rangeText({ from: today, to: addDays(today, days) }),
      created_at: at,
      begun_at: at,
    })
    .execute()
  await portal.db.updateTable('subscriptions').set({ state: 'paused' }).where('id', '=', id).execute()
}

/** A plan as the portal had it while Stripe collected it: charged and paid for the month that runs. */
export const aKeptPlan = async (
  { portal: { ctx, db }, stripe, planId }: KeptPlace,
  {
    card = 'pm_card_visa',
    terms = {},
  }: { card?: string; terms?: Partial<Stripe.SubscriptionCreateParams> & { quantity?: number } } = {},
): Promise<KeptPlan> => {
  const { quantity = 1, ...other } = terms
  const { id: memberId } = await aMember(db, { state: 'active' })
  const customer = await ensureCustomer(ctx, memberId)
  const method = await stripe.paymentMethods.attach(card, { customer })
  const price = await stripe.prices.create({
    currency: 'aud',
    unit_amount: 3100,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
  })
  const { id: ref } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id, quantity }],
    default_payment_method: method.id,
    billing_mode: { type: 'flexible' },
    ...other,
  })
  const invoices = await invoicesOf(ctx, ref)
  const id = await changeBilling(ctx, 'billing.subscribed', async (work) => {
    const started = await startSubscription(work, {
      memberId,
      planId,
      collector: 'stripe',
      paysBeforeAccess: true,
      providerRef: ref,
    })
    await takeInvoices(work, { subscriptionId: started.subscriptionId, invoices })
    const subscription = await lockSubscription(work, started.subscriptionId)
    await saveSubscriptions(work, [{ ...subscription, chargedThrough: subscription.paidThrough }])
    return started.subscriptionId
  })
  return { memberId, ref, customer, id }
}
