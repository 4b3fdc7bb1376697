import type { MemberAtStripe } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { dashboardUrl, isGoneAtStripe, stripeCall } from '../client.ts'
import { periodEndOf } from '../earlier/earlier-subscriptions.ts'

type AtStripe = { isDeleted: boolean; subscriptions: Stripe.Subscription[] }

const askStripe = (ctx: Ctx, customerId: string): Promise<AtStripe> =>
  stripeCall(ctx, async (stripe) => {
    try {
      const customer = await stripe.customers.retrieve(customerId)
      if (customer.deleted) return { isDeleted: true, subscriptions: [] }
    } catch (error) {
      if (isGoneAtStripe(error)) return { isDeleted: true, subscriptions: [] }
      throw error
    }
    return {
      isDeleted: false,
      subscriptions: (await stripe.subscriptions.list({ customer: customerId, limit: 20 })).data,
    }
  })

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()

/** Asks Stripe now about a member, with the subscriptions it still collects of them. */
export const getMemberAtStripe = async (ctx: Ctx, memberId: number): Promise<MemberAtStripe> => {
  const member = await ctx.db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const [kept, customer, base] = await Promise.all([
    ctx.db.selectFrom('subscriptions').select('provider_ref').where('member_id', '=', memberId).execute(),
    ctx.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId).executeTakeFirst(),
    dashboardUrl(ctx, ''),
  ])
  const customerId = customer?.customer_id ?? null
  const there = customerId === null ? { isDeleted: false, subscriptions: [] } : await askStripe(ctx, customerId)
  return {
    customerId,
    isDeletedThere: there.isDeleted,
    url: customerId === null ? null : `${base}customers/${customerId}`,
    subscriptions: there.subscriptions.map((theirs) => ({
      ref: theirs.id,
      url: `${base}subscriptions/${theirs.id}`,
      isOurs: kept.some(({ provider_ref: ref }) => ref === theirs.id),
      status: theirs.status,
      costCents: theirs.items.data.reduce((sum, one) => sum + (one.price.unit_amount ?? 0) * (one.quantity ?? 1), 0),
      currency: theirs.currency.toUpperCase(),
      periodEndsAt: instant(periodEndOf(theirs)),
      endsAt: instant(theirs.cancel_at ?? (theirs.cancel_at_period_end ? periodEndOf(theirs) : null)),
    })),
  }
}
