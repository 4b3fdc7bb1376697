import type { TopUp } from '@spacekeeper/contract/stripe/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { finishTopUpJob } from './job-names.ts'

export const topUpColumns = [
  'id',
  'member_id',
  'amount_cents',
  'currency',
  'way',
  'state',
  'customer_id',
  'method_id',
  'method_name',
  'intent_id',
  'checkout_id',
  'failure',
  'receipt_url',
  'reversed_cents',
  'created_at',
  'seen_at',
] as const

const selectTopUps = (db: Pick<Ctx['db'], 'selectFrom'>) => db.selectFrom('top_ups').select(topUpColumns)

export type TopUpRow = NonNullable<Awaited<ReturnType<typeof findTopUp>>>

export const findTopUp = (ctx: Pick<Ctx, 'db'>, id: number) =>
  selectTopUps(ctx.db).where('id', '=', id).executeTakeFirst()

export const lockTopUp = ({ tx }: Work, id: number) =>
  tx.selectFrom('top_ups').select(topUpColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** One of a member's own; another's is not found. */
export const getTopUpRow = async (ctx: Ctx, input: { memberId: number; topUpId: number }): Promise<TopUpRow> => {
  const row = await findTopUp(ctx, input.topUpId)
  if (!row || row.member_id !== input.memberId) throw new AppError('notFound')
  return row
}

export const asTopUp = (row: TopUpRow): TopUp => ({
  id: row.id,
  amountCents: row.amount_cents,
  currency: row.currency,
  way: row.way,
  state: row.state,
  method: row.method_name,
  failure: row.failure,
  reversedCents: row.reversed_cents,
  receiptUrl: row.receipt_url,
  at: row.created_at.toISOString(),
})

/** Whose screens show a top-up. */
export const topUpNotices = (memberId: number) => [screens.notice({ topic: 'billing', audience: { memberId } })]

/** What is taken from what is saved, and of which nothing is known yet: another one has to wait for it. */
export const isWaiting = sql<boolean>`state = 'started' and way <> 'checkout'`

/** The last few of a member that are of interest: under way, or just over. */
export const listRecent = (ctx: Ctx, memberId: number): Promise<TopUpRow[]> =>
  selectTopUps(ctx.db)
    .where('member_id', '=', memberId)
    .where((is) =>
      is.or([
        is('state', 'in', ['unconfirmed', 'processing']),
        is.and([is('state', '=', 'started'), is('way', '<>', 'checkout')]),
        is.and([is('state', '=', 'failed'), is('created_at', '>', new Date(ctx.now().getTime() - 86_400_000))]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(5)
    .execute()

export type NewTopUpRow = Pick<TopUpRow, 'member_id' | 'amount_cents' | 'currency' | 'customer_id'> & {
  idempotency_key: string
} & (
    | { way: 'saved' | 'automatic'; method_id: string; method_name: string }
    | { way: 'checkout'; method_id: null; method_name: '' }
  )

/** A request has so long before the job looks after what it left. */
const requestMs = 90_000

/** In the caller's transaction: the row, and the job that finishes what is left of it. Undefined where the key is used. */
export const insertTopUp = async (work: Work, row: NewTopUpRow) => {
  const { tx, now } = work
  const inserted = await tx
    .insertInto('top_ups')
    .values({ ...row, created_at: now })
    .onConflict((on) => on.columns(['member_id', 'idempotency_key']).doNothing())
    .returning(topUpColumns)
    .executeTakeFirst()
  if (!inserted) return undefined
  const runAt = new Date(now.getTime() + requestMs)
  await addJob(work, finishTopUpJob, { topUpId: inserted.id }, { runAt, key: `top-up-${inserted.id}` })
  return inserted
}

/** Begins a top-up, or finds the one that was begun with this key. */
export const openTopUp = (ctx: Ctx, row: NewTopUpRow): Promise<TopUpRow> =>
  change(ctx, 'stripe.topUpStarted', async (work) => {
    const { tx } = work
    const { member_id: memberId, idempotency_key: key, amount_cents: amountCents } = row
    // One at a time for each member: also two clicks with different keys.
    await tx.selectFrom('stripe_customers').select('member_id').where('member_id', '=', memberId).forUpdate().execute()
    const before = await tx
      .selectFrom('top_ups')
      .select(topUpColumns)
      .where('member_id', '=', memberId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (before && (before.amount_cents !== amountCents || before.way !== row.way)) throw new AppError('keyReused')
    if (before) return unchanged(before)
    const waiting =
      row.way === 'checkout'
        ? undefined
        : await tx
            .selectFrom('top_ups')
            .select('id')
            .where('member_id', '=', memberId)
            .where(isWaiting)
            .executeTakeFirst()
    if (waiting) throw new AppError('topUpWaiting')
    const inserted = await insertTopUp(work, row)
    if (!inserted) throw new AppError('topUpWaiting')
    return {
      result: inserted,
      subject: { kind: 'member', id: memberId },
      data: { topUpId: inserted.id, amountCents, way: row.way },
      tell: topUpNotices(memberId),
    }
  })
