import { planIntervals } from '@spacekeeper/contract/plans/words.ts'
import { sql } from 'kysely'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { changeCollector } from '../billing/subscriptions/subscription-terms.ts'
import { changeSetting } from '../settings/settings.ts'
import { stripeClient } from '../stripe/client.ts'
import { setUpEndpoint } from '../stripe/events/webhook-endpoint.ts'
import { saveByName } from '../stripe/methods/payment-methods.ts'
import { getAutomaticTopUp, setAutomaticTopUp } from '../stripe/paying/automatic.ts'
import { personas } from './personas.ts'

type StripeKeys = { secretKey: string; publishableKey: string }

const findMember = async ({ db }: Services, email: string): Promise<number | undefined> =>
  (await db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirst())?.id

/** Every plan that costs something can be paid by card as well. */
const offerCards = (services: Services) =>
  record(systemCtx(services), async ({ tx }) => ({
    result: await tx
      .updateTable('plans')
      .set({ collectors: sql`array_prepend('stripe', collectors)` })
      .where('cost_cents', '>', 0)
      .where(sql<boolean>`not 'stripe' = any(collectors)`)
      .execute(),
  }))

/** A balance that tops itself up, in the words of the space. */
const seedAutomaticTopUp = async (ctx: Ctx, memberId: number): Promise<void> => {
  const { consent } = await getAutomaticTopUp(ctx, memberId)
  await setAutomaticTopUp(ctx, { memberId, consent, thresholdCents: 500, amountCents: 2000, monthlyCapCents: 6000 })
}

/** Bo pays by card from the end of what is paid; Fay has one saved, from which the balance tops itself up. */
const saveCards = async (services: Services): Promise<void> => {
  const ctx = systemCtx(services)
  const [bo, fay] = [personas.bo.email, personas.fay.email].map((email) => findMember(services, email ?? ''))
  const [boId, fayId] = [await bo, await fay]
  if (fayId !== undefined) {
    await saveByName(ctx, { memberId: fayId, methodId: 'pm_card_mastercard' })
    await seedAutomaticTopUp(ctx, fayId)
  }
  if (boId === undefined) return
  await saveByName(ctx, { memberId: boId, methodId: 'pm_card_visa' })
  await changeBilling(ctx, 'billing.collectorChanged', (work) =>
    changeCollector(work, { memberId: boId, collector: 'stripe' }),
  )
}

/** Di pays by a subscription of the system used before, which staff can make their plan. */
const seedEarlierSubscription = async (services: Services): Promise<void> => {
  const ctx = systemCtx(services)
  const [plan] = await ctx.db
    .selectFrom('plans')
    .select(['cost_cents', 'currency', 'interval', 'interval_count'])
    .where('cost_cents', '>', 0)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .execute()
  if (!plan) return
  const stripe = await stripeClient(ctx)
  const customer = await stripe.customers.create({ email: personas.di.email ?? '', name: 'Di' })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const price = await stripe.prices.create({
    currency: plan.currency.toLowerCase(),
    unit_amount: plan.cost_cents,
    recurring: {
      interval: planIntervals.find((one) => one === plan.interval) ?? 'month',
      interval_count: plan.interval_count,
    },
    product_data: { name: 'Membership (old system)' },
  })
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method.id,
  })
}

/**
 * Connects the demonstration with a stand-in for Stripe. The keys of it are set at each start; cards are offered and
 * saved the first time.
 */
export const seedStripe = async (
  services: Services,
  { secretKey, publishableKey, isFirst }: StripeKeys & { isFirst: boolean },
): Promise<void> => {
  const ctx = systemCtx(services)
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', secretKey],
    ['STRIPE_PUBLISHABLE_KEY', publishableKey],
    ['ENABLE_STRIPE', true],
  ] as const) {
    await changeSetting(ctx, { key, value })
  }
  await setUpEndpoint(ctx)
  if (!isFirst) return
  await offerCards(services)
  await saveCards(services)
  await seedEarlierSubscription(services)
}
