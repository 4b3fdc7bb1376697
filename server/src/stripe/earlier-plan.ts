import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { stripeCall } from './client.ts'
import type { StripePaymentRow } from './payment-rows.ts'

/** Why nothing is taken: the member reads it, and staff find the subscription among those the portal does not know. */
export const earlierPlanFailure =
  'Stripe already takes payments for an earlier membership of yours. Nothing was taken. Staff can connect it to your account.'

/** What has ended takes nothing any more; neither does one whose first payment never came. */
const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

const listRunning = (ctx: Ctx, customer: string): Promise<string[]> =>
  stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data.filter((one) => !hasEnded(one)).map(({ id }) => id)
  })

/** Those that are a plan here, which ends them there if it has ended, and those that are taken over or about to be. */
const countKnown = async (ctx: Ctx, refs: readonly string[]): Promise<number> => {
  const [row] = await readRows(
    ctx,
    sql<{ count: number }>`select count(*)::int as count from unnest(${refs}::text[]) as found(ref)
      where exists (select from subscriptions where provider_ref = found.ref)
        or exists (select from stripe_take_overs t where t.ref = found.ref)`,
  )
  return row?.count ?? 0
}

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
  const refs = await listRunning(ctx, row.customer_id)
  return refs.length > 0 && (await countKnown(ctx, refs)) < refs.length
}
