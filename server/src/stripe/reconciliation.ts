import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { failureWords, isStripeOn, stripeCall } from './client.ts'
import { readStripeBalance } from './desk/balance-reading.ts'
import { isLeaving } from './earlier/earlier-subscriptions.ts'
import { askForRoot, keepEvent } from './events/webhooks.ts'

/** What a person has to look at, by the name of Stripe's object. */
export type StripeProblem = {
  /** A subscription of a member's that is none here. */
  kind: 'unknownSubscription'
  ref: string
  memberId: number
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

/** Subscriptions of members at Stripe that are no plan here, or that go on there although the portal has done with them. */
const listUnknown = async (ctx: Ctx): Promise<StripeProblem[]> => {
  const [kept, taken, customers] = await Promise.all([
    ctx.db.selectFrom('subscriptions').select('provider_ref as ref').where('state', '<>', 'ended').execute(),
    ctx.db.selectFrom('stripe_take_overs').select('ref').where('done_at', 'is not', null).execute(),
    ctx.db.selectFrom('stripe_customers').select(['customer_id', 'member_id']).execute(),
  ])
  const plans = new Set(kept.map(({ ref }) => ref))
  const done = new Set(taken.map(({ ref }) => ref))
  const members = new Map(customers.map((row) => [row.customer_id, row.member_id]))
  const problems: StripeProblem[] = []
  await stripeCall(ctx, async (stripe) => {
    for await (const theirs of stripe.subscriptions.list({ limit: 100 })) {
      const { id: ref, customer } = theirs
      const memberId = members.get(typeof customer === 'string' ? customer : customer.id)
      const isKnown = plans.has(ref) || (done.has(ref) && isLeaving(theirs))
      if (memberId !== undefined && !isKnown) problems.push({ kind: 'unknownSubscription', ref, memberId })
    }
  })
  return problems
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
  }: { id: number; events: number; movements: number; problems: StripeProblem[] } & {
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
 * Compares what Stripe says with what we say: takes events that never arrived, reads what moved on Stripe's balance, and
 * notes what a person has to look at. It runs each night, and when staff ask for it.
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
  const found = { events: 0, movements: 0, problems }
  try {
    found.events = await takeMissedEvents(ctx)
    await askAgain(ctx)
    found.problems = await listUnknown(ctx)
    found.movements = await readStripeBalance(ctx)
    await noteEnd(ctx, { id, ...found, failure: null })
  } catch (error) {
    await noteEnd(ctx, { id, ...found, failure: failureWords(error) })
    throw error
  }
}
