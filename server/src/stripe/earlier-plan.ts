import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { stripeCall } from './client.ts'
import { subscriptionKey, takenKey } from './earlier/earlier-subscriptions.ts'
import type { StripePaymentRow } from './payment-rows.ts'

/** Why nothing is taken: the member reads it, and staff find the subscription among those the portal does not know. */
export const earlierPlanFailure =
  'Stripe already takes payments for an earlier membership of yours. Nothing was taken. Staff can connect it to your account.'

const isAnother = ({ status, metadata }: Stripe.Subscription): boolean =>
  status !== 'canceled' &&
  status !== 'incomplete_expired' &&
  metadata[subscriptionKey] === undefined &&
  metadata[takenKey] === undefined

const listAnothers = (ctx: Ctx, customer: string): Promise<string[]> =>
  stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data.filter(isAnother).map(({ id }) => id)
  })

const isFirst = async (ctx: Ctx, { member_id: memberId }: StripePaymentRow): Promise<boolean> => {
  const [row] = await readRows(
    ctx,
    sql<{ hasPaid: boolean }>`select exists (select from stripe_payments where member_id = ${memberId}::int
      and purpose = 'dues' and state = 'succeeded') as "hasPaid"`,
  )
  return row?.hasPaid === false
}

/**
 * Whether the customer has a subscription at Stripe, of another program or from before, that no plan here stands for: both
 * would take money. Asked before the first payment that is taken by itself.
 */
export const hasEarlierPlan = async (ctx: Ctx, row: StripePaymentRow): Promise<boolean> => {
  if (row.purpose !== 'dues' || row.way !== 'automatic' || !(await isFirst(ctx, row))) return false
  const refs = await listAnothers(ctx, row.customer_id)
  if (refs.length === 0) return false
  const known = await ctx.db
    .selectFrom('subscriptions')
    .select('provider_ref')
    .where('provider_ref', 'in', refs)
    .execute()
  return known.length < refs.length
}
