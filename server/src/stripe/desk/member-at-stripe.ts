import type { MemberAtStripe } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { isInLine } from '../reconciliation.ts'
import { periodEndOf } from '../subscription-facts.ts'
import { dashboardUrl } from './disputes.ts'

type Beside = MemberAtStripe['subscriptions'][number]

type OurRow = {
  ref: string
  memberId: number
  state: string
  costCents: number
  nextCostCents: number | null
  chargedThrough: Day
  cancelOn: Day | null
  invoiceId: string | null
  invoiceStatus: string | null
  dueCents: number
}

const listOurs = (ctx: Ctx, memberId: number): Promise<OurRow[]> =>
  readRows(
    ctx,
    sql<OurRow>`select s.provider_ref as ref, s.member_id as "memberId", s.state, s.cost_cents as "costCents",
      s.next_cost_cents as "nextCostCents", s.charged_through as "chargedThrough", s.cancel_on as "cancelOn",
      i.invoice_id as "invoiceId", i.status as "invoiceStatus", coalesce(i.due_cents, 0) as "dueCents"
    from subscriptions s
    left join lateral (select invoice_id, status, due_cents from stripe_invoices where subscription_id = s.id
      order by created_at desc, invoice_id limit 1) i on true
    where s.member_id = ${memberId} and s.provider_ref is not null and s.state <> 'ended' order by s.id desc`,
  )

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
    const wanted = { customer: customerId, limit: 20, expand: ['data.latest_invoice'] }
    return { isDeleted: false, subscriptions: (await stripe.subscriptions.list(wanted)).data }
  })

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()

const latestOf = ({ latest_invoice: latest }: Stripe.Subscription) =>
  typeof latest === 'object' && latest !== null ? latest : null

const theirSide = (theirs: Stripe.Subscription): NonNullable<Beside['theirs']> => {
  const latest = latestOf(theirs)
  const { items, currency, status } = theirs
  return {
    status,
    costCents: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency: currency.toUpperCase(),
    periodEndsAt: instant(periodEndOf(theirs)),
    endsAt: instant(theirs.cancel_at ?? (theirs.cancel_at_period_end ? periodEndOf(theirs) : null)),
    invoiceStatus: latest?.status ?? null,
    dueCents: latest?.amount_remaining ?? 0,
  }
}

/** In what both sides differ, as the comparison of each night judges it: one fact after the other is taken as Stripe says. */
const differencesOf = (ours: OurRow, theirs: Stripe.Subscription): Beside['differs'] => {
  const side = { ...ours, isCancelled: ours.cancelOn !== null }
  if (isInLine(side, theirs)) return []
  const latest = latestOf(theirs)
  const { costCents, endsAt } = theirSide(theirs)
  const found: Beside['differs'] = []
  if (costCents !== ours.costCents && costCents !== ours.nextCostCents) found.push('cost')
  if ((endsAt !== null) !== side.isCancelled) found.push('cancel')
  if (latest !== null && (latest.id !== ours.invoiceId || latest.status !== ours.invoiceStatus)) found.push('invoice')
  const rest = {
    ...side,
    costCents,
    isCancelled: endsAt !== null,
    invoiceId: latest?.id ?? null,
    invoiceStatus: latest?.status ?? null,
  }
  return isInLine(rest, theirs) ? found : ['state', ...found]
}

const ourSide = ({ state, costCents, chargedThrough, cancelOn, invoiceStatus, dueCents }: OurRow) => ({
  state,
  costCents,
  chargedThrough,
  cancelOn,
  invoiceStatus,
  dueCents,
})

/** What Stripe says of a member’s subscriptions, asked now, beside what is here. */
export const getMemberAtStripe = async (ctx: Ctx, memberId: number): Promise<MemberAtStripe> => {
  const member = await ctx.db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const [ours, customer, base] = await Promise.all([
    listOurs(ctx, memberId),
    ctx.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId).executeTakeFirst(),
    dashboardUrl(ctx, ''),
  ])
  const customerId = customer?.customer_id ?? null
  const there = customerId === null ? { isDeleted: false, subscriptions: [] } : await askStripe(ctx, customerId)
  const known = new Map(ours.map((row) => [row.ref, row]))
  const listed = there.subscriptions.map((theirs): Beside => {
    const own = known.get(theirs.id)
    known.delete(theirs.id)
    return {
      ref: theirs.id,
      url: `${base}subscriptions/${theirs.id}`,
      isOurs: own !== undefined,
      theirs: theirSide(theirs),
      ours: own ? ourSide(own) : null,
      differs: own ? differencesOf(own, theirs) : ['missing'],
    }
  })
  // What is not listed has ended there.
  const gone = [...known.values()].map((own): Beside => {
    const { ref } = own
    return {
      ref,
      url: `${base}subscriptions/${ref}`,
      isOurs: true,
      theirs: null,
      ours: ourSide(own),
      differs: ['missing'],
    }
  })
  return {
    customerId,
    isDeletedThere: there.isDeleted,
    url: customerId === null ? null : `${base}customers/${customerId}`,
    subscriptions: [...listed, ...gone],
  }
}
