import type { FakeStripe } from '@spacekeeper/simulators/stripe/server.ts'
import type { Stripe } from 'stripe'
import { billingToday, changeBilling } from '../../billing/billing-work.ts'
import { lockSubscription, saveSubscriptions } from '../../billing/subscription-row.ts'
import { startSubscription } from '../../billing/subscriptions.ts'
import { takeInvoices } from '../../billing/takeovers.ts'
import { aMember } from '../../members/factory.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { ensureCustomer } from '../customers.ts'
import { earlierInvoices, readEarlier } from './earlier-subscriptions.ts'

export type KeptPlace = { portal: TestPortal; fake: FakeStripe; stripe: Stripe; planId: number }

export type KeptPlan = { memberId: number; ref: string; customer: string; id: number }

/** A plan as the portal had it while Stripe collected it: charged and paid for the month that runs. */
export const aKeptPlan = async (
  { portal: { ctx, db }, stripe, planId }: KeptPlace,
  { card = 'pm_card_visa' }: { card?: string } = {},
): Promise<KeptPlan> => {
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
    items: [{ price: price.id }],
    default_payment_method: method.id,
    billing_mode: { type: 'flexible' },
  })
  const found = await readEarlier(ctx, ref)
  const today = await billingToday(ctx)
  const days = { zone: await ctx.settings.get('SITE_TIME_ZONE'), today, since: today }
  const id = await changeBilling(ctx, 'billing.subscribed', async (work) => {
    const started = await startSubscription(work, {
      memberId,
      planId,
      collector: 'stripe',
      paysBeforeAccess: true,
      providerRef: ref,
    })
    const invoices = found ? earlierInvoices(found, days) : []
    await takeInvoices(work, { subscriptionId: started.subscriptionId, invoices })
    const subscription = await lockSubscription(work, started.subscriptionId)
    await saveSubscriptions(work, [{ ...subscription, chargedThrough: subscription.paidThrough }])
    return started.subscriptionId
  })
  return { memberId, ref, customer, id }
}
