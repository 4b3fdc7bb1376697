import type { ClearingFault, Clearing, Payout } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { Day } from '#platform/local-day.ts'
import { findClearingFaults } from './clearing.ts'

type PayoutRow = {
  id: string
  amountCents: number
  currency: string
  status: string
  arrivesOn: Day
  isAutomatic: boolean
  isComplete: boolean
  failure: string | null
  movements: number
  grossCents: number
  feeCents: number
  restCents: number
}

/** Each payout with the sums of what is in it, newest first. Its rest is nothing when all that is in it adds up. */
const listPayouts = (ctx: Ctx, { skip, limit }: { skip: number; limit: number }): Promise<PayoutRow[]> =>
  readRows(
    ctx,
    sql<PayoutRow>`select p.payout_id as id, p.amount_cents as "amountCents", p.currency, p.status,
      p.arrives_on as "arrivesOn", p.is_automatic as "isAutomatic", p.complete_at is not null as "isComplete", p.failure,
      m.movements, m."grossCents", m."feeCents", m."restCents"
    from stripe_payouts p
    cross join lateral (
      select count(*) filter (where account is distinct from 'bank')::int as movements,
        coalesce(sum(amount_cents) filter (where account is null), 0)::float8 as "grossCents",
        (coalesce(sum(fee_cents), 0) - coalesce(sum(amount_cents) filter (where account = 'cardFees'), 0))::float8
          as "feeCents",
        coalesce(sum(amount_cents - fee_cents), 0)::float8 as "restCents"
      from stripe_payout_parts a join stripe_movements on id = a.movement_id where a.payout_id = p.payout_id
    ) m
    order by p.created_at desc, p.payout_id offset ${skip} limit ${limit}`,
  )

const shownFaults = 20

const stateOf = (row: PayoutRow, faults: readonly ClearingFault[]): Payout['state'] => {
  if (row.status === 'failed' || row.status === 'canceled') return 'failed'
  if (!row.isAutomatic) return 'byHand'
  if (faults.length > 0 || (row.isComplete && row.restCents !== 0)) return 'unclear'
  return row.isComplete ? 'clear' : 'onItsWay'
}

const asPayout = (row: PayoutRow, faults: readonly ClearingFault[]): Payout => {
  const { isComplete: _, isAutomatic: __, status: ___, ...told } = row
  const own = faults.filter(({ payoutId }) => payoutId === row.id)
  return { ...told, state: stateOf(row, own), faults: own.slice(0, shownFaults), faultCount: own.length }
}

const sumLeft = (ctx: Ctx) =>
  readRows(
    ctx,
    sql<{ currency: string; cents: number }>`select currency, sum(amount_cents - fee_cents)::float8 as cents
      from stripe_movements group by currency having sum(amount_cents - fee_cents) <> 0 order by currency`,
  )

export const payoutsPage = 12

/** What Stripe paid out, and whether each payout is made of what is booked here. */
export const getClearing = async (ctx: Ctx, { skip }: { skip: number }): Promise<Clearing> => {
  const [rows, faults, left] = await Promise.all([
    listPayouts(ctx, { skip, limit: payoutsPage + 1 }),
    findClearingFaults(ctx),
    sumLeft(ctx),
  ])
  const others = faults.filter(({ payoutId }) => payoutId === null)
  return {
    payouts: rows.slice(0, payoutsPage).map((row) => asPayout(row, faults)),
    hasMore: rows.length > payoutsPage,
    left,
    otherFaults: others.slice(0, shownFaults),
    otherCount: others.length,
  }
}
