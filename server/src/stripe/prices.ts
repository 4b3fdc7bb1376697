import { type Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { sweep } from '#platform/sweep.ts'
import { keepPriceId, keepProductId } from '../plans/stripe-ids.ts'
import { isStripeOn, stripeCall } from './client.ts'
import { idempotencyKey } from './idempotency-key.ts'

type Tier = Selectable<Database['tiers']>
type Plan = Selectable<Database['plans']>

/** What members read on Stripe's pages. Stripe takes no empty description. */
const productOf = (tier: Tier) => ({
  name: tier.name,
  ...(tier.description !== '' && { description: tier.description }),
  active: tier.archived_at === null,
})

/** The product of a tier, which is made when it is first needed. */
const ensureProduct = async (ctx: Ctx, tier: Tier): Promise<string> => {
  if (tier.stripe_id !== null) return tier.stripe_id
  const { id: productId } = await stripeCall(ctx, (stripe) =>
    stripe.products.create(
      { ...productOf(tier), metadata: { spacekeeper_tier: String(tier.id) } },
      { idempotencyKey: idempotencyKey(ctx, 'tier', tier.id) },
    ),
  )
  await record(ctx, async (work) => ({ result: await keepProductId(work, { tierId: tier.id, productId }) }))
  return productId
}

const findPlan = async (ctx: Ctx, planId: number): Promise<{ plan: Plan; tier: Tier }> => {
  const plan = await ctx.db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirst()
  if (!plan) throw new AppError('notFound')
  const tier = await ctx.db.selectFrom('tiers').selectAll().where('id', '=', plan.tier_id).executeTakeFirstOrThrow()
  return { plan, tier }
}

const recurringOf = (plan: Plan): Stripe.PriceCreateParams.Recurring => ({
  interval: plan.interval,
  interval_count: plan.interval_count,
})

/** The price at Stripe of a plan for an amount, which is not always what the plan costs others. Made when first needed. */
export const ensurePrice = async (ctx: Ctx, wanted: { planId: number; costCents: number }): Promise<string> => {
  const { planId, costCents } = wanted
  const { plan, tier } = await findPlan(ctx, planId)
  const known = await ctx.db
    .selectFrom('stripe_prices')
    .select('price_id')
    .where('plan_id', '=', planId)
    .where('cost_cents', '=', costCents)
    .where('currency', '=', plan.currency)
    .executeTakeFirst()
  if (known) return known.price_id
  const product = await ensureProduct(ctx, tier)
  const { id: priceId } = await stripeCall(ctx, (stripe) =>
    stripe.prices.create(
      {
        product,
        currency: plan.currency.toLowerCase(),
        unit_amount: costCents,
        recurring: recurringOf(plan),
        nickname: plan.name,
        metadata: { spacekeeper_plan: String(planId) },
      },
      {
        idempotencyKey: idempotencyKey(
          ctx,
          'price',
          planId,
          costCents,
          plan.currency,
          plan.interval_count,
          plan.interval,
        ),
      },
    ),
  )
  await record(ctx, async ({ tx }) => {
    await tx
      .insertInto('stripe_prices')
      .values({ price_id: priceId, plan_id: planId, cost_cents: costCents, currency: plan.currency })
      .onConflict((same) => same.doNothing())
      .execute()
    return { result: undefined }
  })
  return priceId
}

/** Members who have an old price keep it; it is no longer offered. */
const retireOldPrices = async (ctx: Ctx, plan: Plan): Promise<void> => {
  const prices = await ctx.db
    .selectFrom('stripe_prices')
    .select(['price_id', 'cost_cents'])
    .where('plan_id', '=', plan.id)
    .execute()
  for (const { price_id: priceId, cost_cents: costCents } of prices) {
    const active = plan.archived_at === null && costCents === plan.cost_cents
    await stripeCall(ctx, (stripe) => stripe.prices.update(priceId, { active }))
  }
}

/** The price a plan has now, also one it had before and has again. */
const offerPrice = async (ctx: Ctx, plan: Plan): Promise<void> => {
  const priceId = await ensurePrice(ctx, { planId: plan.id, costCents: plan.cost_cents })
  if (plan.stripe_id === priceId) return
  await record(ctx, async (work) => ({ result: await keepPriceId(work, { planId: plan.id, priceId }) }))
}

/** Stripe's products and prices become what is on offer here. What can't be paid by card is not there. */
export const pushOffers = async (ctx: Ctx, tierId: number): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const tier = await ctx.db.selectFrom('tiers').selectAll().where('id', '=', tierId).executeTakeFirst()
  if (!tier) return
  const plans = await ctx.db.selectFrom('plans').selectAll().where('tier_id', '=', tierId).limit(500).execute()
  await sweep(ctx, plans, {
    what: 'prices',
    nameOf: (plan) => `plan ${plan.id}`,
    work: async (plan) => {
      const isOffered = plan.archived_at === null && plan.collectors.includes('stripe') && plan.cost_cents > 0
      if (isOffered) await offerPrice(ctx, plan)
      await retireOldPrices(ctx, plan)
    },
  })
  const after = await ctx.db.selectFrom('tiers').select('stripe_id').where('id', '=', tierId).executeTakeFirst()
  const productId = after?.stripe_id
  if (productId) await stripeCall(ctx, (stripe) => stripe.products.update(productId, productOf(tier)))
}
