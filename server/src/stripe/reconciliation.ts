import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { billingToday } from '../billing/billing-work.ts'
import { followProviderJob } from '../billing/provider.ts'
import { failureWords, isStripeOn, stripeCall } from './client.ts'
import { readStripeBalance } from './desk/balance-reading.ts'
import { syncSubscription } from './sync-subscriptions.ts'
import { askForRoot, keepEvent } from './webhooks.ts'

/** What a person has to look at, by the name of Stripe's object. */
export type StripeProblem = {
  /** A subscription of a member's that is none here; one that is here and not there. */
  kind: 'unknownSubscription' | 'missingSubscription'
  ref: string
  memberId: number
}

type ComparedSide = {
  ref: string
  memberId: number
  state: string
  costCents: number
  nextCostCents: number | null
  isCancelled: boolean
  invoiceId: string | null
  invoiceStatus: string | null
}

const listOurs = async (ctx: Ctx): Promise<Map<string, ComparedSide>> => {
  const rows = await readRows(
    ctx,
    sql<ComparedSide>`select s.provider_ref as ref, s.member_id as "memberId", s.state, s.cost_cents as "costCents",
        s.next_cost_cents as "nextCostCents", s.cancel_on is not null as "isCancelled",
        i.invoice_id as "invoiceId", i.status as "invoiceStatus"
      from subscriptions s
      left join lateral (select invoice_id, status from stripe_invoices where subscription_id = s.id
        order by created_at desc, invoice_id limit 1) i on true
      where s.provider_ref is not null and s.state <> 'ended'`,
  )
  return new Map(rows.map((row) => [row.ref, row]))
}

const priceOf = ({ items }: Stripe.Subscription): number =>
  items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0)

const stateNames: Readonly<Record<string, readonly string[]>> = {
  incomplete: ['incomplete'],
  paused: ['paused'],
}

/** Whether what was last written of a subscription is what Stripe says now, as far as a list of it shows. */
export const isInLine = (ours: ComparedSide, theirs: Stripe.Subscription): boolean => {
  const latest = typeof theirs.latest_invoice === 'object' ? theirs.latest_invoice : null
  const isCancelled = theirs.cancel_at !== null || theirs.cancel_at_period_end
  const expected = stateNames[theirs.status] ?? ['active', 'pastDue', 'cancelling']
  return (
    expected.includes(ours.state) &&
    isCancelled === ours.isCancelled &&
    [ours.costCents, ours.nextCostCents].includes(priceOf(theirs)) &&
    (latest === null || (latest.id === ours.invoiceId && latest.status === ours.invoiceStatus))
  )
}

/** Events Stripe could not deliver, of the thirty days it keeps them: kept as if they had come. */
const takeMissedEvents = async (ctx: Ctx): Promise<number> => {
  let taken = 0
  await stripeCall(ctx, async (stripe) => {
    for await (const event of stripe.events.list({ delivery_success: false, limit: 100 })) {
      const { isNew } = await keepEvent(ctx, event)
      if (isNew) taken += 1
    }
  })
  return taken
}

type Comparison = { outdated: string[]; problems: StripeProblem[] }

const compareAll = async (ctx: Ctx): Promise<Comparison> => {
  const ours = await listOurs(ctx)
  const missing = new Set(ours.keys())
  const members = new Map(
    (await ctx.db.selectFrom('stripe_customers').select(['customer_id', 'member_id']).execute()).map((row) => [
      row.customer_id,
      row.member_id,
    ]),
  )
  const problems: StripeProblem[] = []
  const outdated: string[] = []
  await stripeCall(ctx, async (stripe) => {
    for await (const theirs of stripe.subscriptions.list({ limit: 100, expand: ['data.latest_invoice'] })) {
      missing.delete(theirs.id)
      const own = ours.get(theirs.id)
      if (own && !isInLine(own, theirs)) outdated.push(theirs.id)
      const customer = typeof theirs.customer === 'string' ? theirs.customer : theirs.customer.id
      const memberId = members.get(customer)
      if (!own && memberId !== undefined) problems.push({ kind: 'unknownSubscription', ref: theirs.id, memberId })
    }
  })
  // What Stripe lists no more has ended there, which its own page says.
  return { outdated: [...outdated, ...missing], problems }
}

/** Of subscriptions that wait for their beginning, and those with a lower price that began or ended lately. */
const followWaiting = async (ctx: Ctx): Promise<void> => {
  const today = await billingToday(ctx)
  const rows = await readRows(
    ctx,
    sql<{ id: number }>`select s.id from subscriptions s
      where s.collector = 'stripe' and s.state <> 'ended' and (
        s.provider_ref is null and exists (select from stripe_payment_methods m where m.member_id = s.member_id)
        or s.next_plan_id is not null and coalesce(s.next_from <= s.charged_through, true)
        or exists (select from concessions c where c.member_id = s.member_id and c.decided_at is not null
          and (c.decided_at > ${ctx.now()}::timestamptz - interval '3 days'
            or c.ends_on between ${today}::date - 3 and ${today}::date)))
      order by s.id limit 5000`,
  )
  await record(ctx, async (work) => {
    for (const { id } of rows) {
      await addJob(work, followProviderJob, { subscriptionId: id }, { key: `provider-${id}`, queue: `provider-${id}` })
    }
    return { result: undefined }
  })
}

const syncOutdated = async (ctx: Ctx, { outdated, problems }: Comparison): Promise<number> => {
  let repaired = 0
  for (const ref of outdated) {
    try {
      if (await syncSubscription(ctx, ref)) repaired += 1
    } catch (error) {
      const row = ctx.db.selectFrom('subscriptions').select('member_id').where('provider_ref', '=', ref)
      const memberId = (await row.executeTakeFirst())?.member_id ?? 0
      problems.push({ kind: 'missingSubscription', ref, memberId })
      ctx.log.warn({ ref, error: error instanceof Error ? error.message : 'unknown' }, 'stripe: not compared')
    }
  }
  return repaired
}

/** Looks at events that wait since long: their job may have been given up. */
const askAgain = async (ctx: Ctx): Promise<void> => {
  const rows = await readRows(
    ctx,
    sql<{ root: string }>`select distinct root_id as root from stripe_events
      where handled_at is null and root_id is not null
        and received_at < ${ctx.now()}::timestamptz - interval '1 hour' limit 1000`,
  )
  await record(ctx, async (work) => {
    for (const { root } of rows) await askForRoot(work, root)
    return { result: undefined }
  })
}

const noteEnd = (
  ctx: Ctx,
  {
    id,
    ...end
  }: { id: number; events: number; repaired: number; movements: number; problems: StripeProblem[] } & {
    failure: string | null
  },
): Promise<unknown> =>
  record(ctx, async ({ tx }) => ({
    result: await tx
      .updateTable('stripe_reconciliations')
      .set({ ...end, problems: JSON.stringify(end.problems), ended_at: ctx.now() })
      .where('id', '=', id)
      .execute(),
  }))

/**
 * Compares what Stripe says with what we say: takes events that never arrived, brings subscriptions in line that are
 * not, reads what moved on Stripe's balance, and notes what a person has to look at. It runs each night, and when staff ask for it.
 */
export const reconcile = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const { id } = await record(ctx, async ({ tx }) => ({
    result: await tx
      .insertInto('stripe_reconciliations')
      .values({ began_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  }))
  const problems: StripeProblem[] = []
  const found = { events: 0, repaired: 0, movements: 0, problems }
  try {
    found.events = await takeMissedEvents(ctx)
    await askAgain(ctx)
    const compared = await compareAll(ctx)
    found.repaired = await syncOutdated(ctx, compared)
    found.problems = compared.problems
    await followWaiting(ctx)
    found.movements = await readStripeBalance(ctx)
    await noteEnd(ctx, { id, ...found, failure: null })
  } catch (error) {
    await noteEnd(ctx, { id, ...found, failure: failureWords(error) })
    throw error
  }
}
