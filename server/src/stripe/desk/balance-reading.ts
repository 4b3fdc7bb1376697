import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { sweep } from '#platform/sweep.ts'
import { closedThrough } from '../../books/closing.ts'
import { isStripeOn, stripeCall } from '../client.ts'
import { type StripeMovement, movementFacts } from './balance-facts.ts'

const dayMs = 86_400_000
/** What a run that was cut short left out is read again. */
const overlapMs = 3 * dayMs
const mostAtOnce = 500
const mostPayouts = 5000

/** From when on movements are the portal's: its first payment through Stripe. Null before there is one. */
const findStart = async (ctx: Ctx): Promise<Date | null> => {
  const [row] = await readRows(
    ctx,
    sql<{ newest: Date | null; first: Date | null }>`select
      (select max(created_at) from stripe_movements) as newest,
      least((select min(least(at, paid_on::timestamptz)) from payments where provider_ref is not null),
        (select min(created_at) from stripe_payments)) as first`,
  )
  if (row?.newest) return new Date(row.newest.getTime() - overlapMs)
  return row?.first ? new Date(row.first.getTime() - dayMs) : null
}

const insertMovements = async ({ tx }: Work, movements: readonly StripeMovement[]): Promise<number> => {
  if (movements.length === 0) return 0
  const inserted = await tx
    .insertInto('stripe_movements')
    .values(
      movements.map((one) => ({
        ref: one.ref,
        type: one.type,
        source: one.source,
        intent_id: one.intentId,
        account: one.account,
        amount_cents: one.amountCents,
        fee_cents: one.feeCents,
        currency: one.currency,
        is_converted: one.isConverted,
        created_at: one.createdAt,
        available_at: one.availableAt,
        booked_on: one.bookedOn,
      })),
    )
    .onConflict((same) => same.column('ref').doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

const readFacts = async (ctx: Ctx, transactions: readonly Stripe.BalanceTransaction[]): Promise<StripeMovement[]> => {
  const [zone, closed] = await Promise.all([ctx.settings.get('SITE_TIME_ZONE'), closedThrough(ctx)])
  const firstOpen = closed === null ? null : addDays(closed, 1)
  return transactions.map((transaction) => movementFacts(transaction, { zone, firstOpen }))
}

/** Keeps what is new of them, the oldest first, so that what is there never has a gap. */
const keepMovements = async (ctx: Ctx, transactions: readonly Stripe.BalanceTransaction[]): Promise<number> => {
  const oldestFirst = transactions.toReversed()
  let kept = 0
  for (let at = 0; at < oldestFirst.length; at += mostAtOnce) {
    const movements = await readFacts(ctx, oldestFirst.slice(at, at + mostAtOnce))
    kept += await record(ctx, async (work) => ({ result: await insertMovements(work, movements) }))
  }
  return kept
}

const list = (ctx: Ctx, wanted: Stripe.BalanceTransactionListParams): Promise<Stripe.BalanceTransaction[]> =>
  stripeCall(ctx, async (stripe) => {
    const listed: Stripe.BalanceTransaction[] = []
    const pages = stripe.balanceTransactions.list({ ...wanted, limit: 100, expand: ['data.source'] })
    for await (const transaction of pages) listed.push(transaction)
    return listed
  })

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** Which movements a payout took to the bank: also those from before there was the portal. */
const readContents = async (ctx: Ctx, payout: Stripe.Payout): Promise<number> => {
  const own = idOf(payout.balance_transaction)
  const contents = payout.automatic ? await list(ctx, { payout: payout.id }) : []
  const refs = [...contents.map(({ id }) => id), ...(own === null ? [] : [own])]
  const isComplete = payout.reconciliation_status !== 'in_progress'
  const kept = await keepMovements(ctx, contents)
  await record(ctx, async ({ tx }) => {
    await sql`insert into stripe_payout_parts (movement_id, payout_id)
      select id, ${payout.id} from stripe_movements where ref = any(${refs}::text[])
      on conflict (movement_id) do update set payout_id = excluded.payout_id`.execute(tx)
    if (isComplete) {
      await tx
        .updateTable('stripe_payouts')
        .set({ complete_at: ctx.now() })
        .where('payout_id', '=', payout.id)
        .execute()
    }
    return { result: undefined }
  })
  return kept
}

const keepPayout = (ctx: Ctx, payout: Stripe.Payout): Promise<{ isComplete: boolean }> =>
  record(ctx, async ({ tx }) => {
    const seen = {
      status: payout.status,
      arrives_on: localDay(new Date(payout.arrival_date * 1000), 'UTC'),
      failure: payout.failure_message?.slice(0, 500) ?? null,
    }
    const { complete_at: completeAt } = await tx
      .insertInto('stripe_payouts')
      .values({
        payout_id: payout.id,
        amount_cents: payout.amount,
        currency: payout.currency.toUpperCase(),
        is_automatic: payout.automatic,
        created_at: new Date(payout.created * 1000),
        ...seen,
      })
      .onConflict((same) => same.column('payout_id').doUpdateSet(seen))
      .returning('complete_at')
      .executeTakeFirstOrThrow()
    return { result: { isComplete: completeAt !== null } }
  })

/** Payouts change for days after they were made, until they have arrived or failed. */
const payoutLookBackMs = 14 * dayMs

/**
 * Reads what moved on Stripe's balance and what was paid out, and keeps what is new: fees and payouts are in the journal
 * with that. May run at any time, any number of times. Returns how many movements were new.
 */
export const readStripeBalance = async (ctx: Ctx): Promise<number> => {
  if (!(await isStripeOn(ctx))) return 0
  const since = await findStart(ctx)
  if (since === null) return 0
  const gte = Math.floor(since.getTime() / 1000)
  let kept = await keepMovements(ctx, await list(ctx, { created: { gte } }))
  const payouts = await stripeCall(ctx, (stripe) =>
    stripe.payouts
      .list({ created: { gte: gte - payoutLookBackMs / 1000 }, limit: 100 })
      .autoPagingToArray({ limit: mostPayouts }),
  )
  await sweep(ctx, payouts, {
    what: 'payouts',
    nameOf: ({ id }) => `payout ${id}`,
    work: async (payout) => {
      const isOurs = await isKnown(ctx, payout)
      if (!isOurs) return
      const { isComplete } = await keepPayout(ctx, payout)
      if (!isComplete) kept += await readContents(ctx, payout)
    },
  })
  return kept
}

/** A payout from before the first payment of the portal is none of its matters. */
async function isKnown(ctx: Ctx, { balance_transaction: own }: Stripe.Payout): Promise<boolean> {
  const ref = idOf(own)
  if (ref === null) return false
  const found = await ctx.db.selectFrom('stripe_movements').select('id').where('ref', '=', ref).executeTakeFirst()
  return found !== undefined
}
