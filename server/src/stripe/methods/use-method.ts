import type { BillingMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { sweep } from '#platform/sweep.ts'
import { isGoneAtStripe, isStripeOn, stripeCall } from '../client.ts'
import { wayBack } from '../customers.ts'
import { mailCardsJob } from '../mails.ts'
import { methodName } from './method-facts.ts'
import { asSavedMethod, findMethod, type MethodRow } from './payment-methods.ts'

const findCollected = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select('p.name as plan')
    .where('s.member_id', '=', memberId)
    .where('s.collector', '=', 'stripe')
    .where('s.state', '<>', 'ended')
    .executeTakeFirst()

/** Makes what was saved the one that Stripe's own pages and invoices use for the member. */
export const applyMethod = async (ctx: Ctx, { memberId }: { memberId: number }): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const [method, customer] = await Promise.all([
    findMethod(ctx, memberId),
    ctx.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId).executeTakeFirst(),
  ])
  const customerId = customer?.customer_id
  if (!method || !customerId) return
  const { method_id: methodId } = method
  await stripeCall(ctx, async (stripe) => {
    try {
      await stripe.customers.update(customerId, {
        invoice_settings: { default_payment_method: methodId, footer: wayBack(ctx) },
      })
    } catch (error) {
      // Found out, and put right, where it is next needed.
      if (!isGoneAtStripe(error)) throw error
    }
  })
}

/** So long before a card runs out its member is told: about a month. */
const warnDays = 31

/** The first day on which a card no longer works. */
const endOf = ({ exp_month: month, exp_year: year }: Pick<MethodRow, 'exp_month' | 'exp_year'>): string | null => {
  if (month === null || year === null) return null
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${nextYear}-${String(nextMonth).padStart(2, '0')}-01`
}

const expiryOf = (row: MethodRow, today: string): BillingMethod['expiry'] => {
  const end = endOf(row)
  if (end === null) return null
  if (end <= today) return 'over'
  return end <= addDays(today, warnDays) ? 'soon' : 'fine'
}

/** What a member has saved, and what would stop without it. */
export const getBillingMethod = async (ctx: Ctx, memberId: number): Promise<BillingMethod> => {
  const [row, collected, order, zone] = await Promise.all([
    findMethod(ctx, memberId),
    findCollected(ctx, memberId),
    ctx.db
      .selectFrom('automatic_top_ups')
      .select('is_on')
      .where('member_id', '=', memberId)
      .where('is_on', '=', true)
      .executeTakeFirst(),
    ctx.settings.get('SITE_TIME_ZONE'),
  ])
  return {
    method: row ? asSavedMethod(row) : null,
    expiry: row ? expiryOf(row, localDay(ctx.now(), zone)) : null,
    uses: { plan: collected?.plan ?? null, automaticTopUp: order !== undefined },
  }
}

const mostAtOnce = 500

/** Members whose card runs out within a month are told once. */
export const warnOfExpiry = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  const until = addDays(today, warnDays)
  const due = await ctx.db
    .selectFrom('stripe_payment_methods')
    .select('member_id as memberId')
    .where('kind', '=', 'card')
    .where('warned_at', 'is', null)
    .where(sql<boolean>`make_date(exp_year, exp_month, 1) + interval '1 month' <= ${until}::date`)
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, due, {
    what: 'cards that run out',
    nameOf: ({ memberId }) => `member ${memberId}`,
    work: async ({ memberId }) => {
      await change(ctx, 'stripe.expiryTold', async (work) => {
        const row = await work.tx
          .updateTable('stripe_payment_methods')
          .set({ warned_at: ctx.now() })
          .where('member_id', '=', memberId)
          .where('warned_at', 'is', null)
          .returning(['kind', 'brand', 'last4', 'exp_month', 'exp_year'])
          .executeTakeFirst()
        if (!row) return unchanged(undefined)
        const month = `${String(row.exp_month).padStart(2, '0')}/${row.exp_year}`
        await addJob(work, mailCardsJob, { mail: 'cardExpires', memberId, facts: { method: methodName(row), month } })
        return { result: undefined, subject: { kind: 'member', id: memberId }, data: { method: methodName(row) } }
      })
    },
  })
}
