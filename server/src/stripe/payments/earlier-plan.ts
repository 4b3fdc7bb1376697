import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { stripeCall } from '../client.ts'
import { isLeaving, isRunning } from '../earlier/earlier-subscriptions.ts'
import { leaveStripe } from '../earlier/left-plans.ts'
import type { StripePaymentRow } from './payment-rows.ts'

/** Why nothing is taken: the member reads it, and staff find the subscription among those the portal does not know. */
export const earlierPlanFailure =
  'Stripe already takes payments for an earlier membership of yours. Nothing was taken. Staff can connect it to your account.'

const listRunning = (ctx: Ctx, customer: string): Promise<Stripe.Subscription[]> =>
  stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data.filter(isRunning)
  })

/** Those that the portal has taken over end with the period that was paid for, unless they were told there to go on. */
const isTaken = async (ctx: Ctx, theirs: Stripe.Subscription): Promise<boolean> => {
  if (!isLeaving(theirs)) return false
  const taken = ctx.db.selectFrom('stripe_take_overs').select('ref').where('ref', '=', theirs.id)
  return (await taken.where('done_at', 'is not', null).executeTakeFirst()) !== undefined
}

const isFirst = async (ctx: Ctx, memberId: number): Promise<boolean> => {
  const [row] = await readRows(
    ctx,
    sql<{ hasPaid: boolean }>`select exists (select from stripe_payments where member_id = ${memberId}::int
      and purpose = 'dues' and state = 'succeeded') as "hasPaid"`,
  )
  return row?.hasPaid === false
}

/** Plans of the member that ended here, and not yet at Stripe. */
const listUnleft = (ctx: Ctx, memberId: number): Promise<{ ref: string }[]> =>
  readRows(
    ctx,
    sql<{ ref: string }>`select s.provider_ref as ref from subscriptions s
      left join stripe_take_overs t on t.subscription_id = s.id
      where s.member_id = ${memberId}::int and s.state = 'ended' and s.provider_ref is not null and t.done_at is null`,
  )

/** Before anything is taken for a plan, what an ended one still has at Stripe ends there. */
export const leaveEnded = async (
  ctx: Ctx,
  { purpose, member_id: memberId }: Pick<StripePaymentRow, 'purpose' | 'member_id'>,
): Promise<void> => {
  if (purpose !== 'dues') return
  for (const { ref } of await listUnleft(ctx, memberId)) await leaveStripe(ctx, ref)
}

/**
 * Whether the customer has a subscription at Stripe, of another program or from before, that no plan here stands for: both
 * would take money. Asked before the first payment that is taken by itself.
 */
export const hasEarlierPlan = async (ctx: Ctx, row: StripePaymentRow): Promise<boolean> => {
  if (row.purpose !== 'dues' || row.way !== 'automatic' || !(await isFirst(ctx, row.member_id))) return false
  for (const theirs of await listRunning(ctx, row.customer_id)) if (!(await isTaken(ctx, theirs))) return true
  return false
}
