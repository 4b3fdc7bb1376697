import type { CardRefund } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { CardRefundFailure } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { mailTreasurersJob } from '../job-names.ts'

const columns = [
  'id',
  'payment_id',
  'member_id',
  'intent_id',
  'charge_id',
  'amount_cents',
  'currency',
  'reason',
  'keeps_access',
  'state',
  'failure',
  'refund_id',
  'by_id',
  'idempotency_key',
  'created_at',
] as const

export const selectRefunds = (db: Pick<Ctx['db'], 'selectFrom'>) => db.selectFrom('stripe_refunds').select(columns)

export type CardRefundRow = NonNullable<Awaited<ReturnType<typeof findCardRefund>>>

export const findCardRefund = (ctx: Pick<Ctx, 'db'>, id: number) =>
  selectRefunds(ctx.db).where('id', '=', id).executeTakeFirst()

export const lockCardRefund = ({ tx }: Work, id: number) =>
  tx.selectFrom('stripe_refunds').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** By this a refund at Stripe says which of ours it is. */
export const cardRefundKey = 'spacekeeper_refund'

/** As staff see them, by their ids. */
export const showCardRefunds = async (ctx: Ctx, ids: readonly number[]): Promise<CardRefund[]> => {
  const rows = await readRows(
    ctx,
    sql<
      Omit<CardRefund, 'at'> & { at: Date }
    >`select f.id, f.amount_cents as "amountCents", f.currency, f.state, f.failure,
        ${fullNameOf('b')} as by, f.created_at as at
      from stripe_refunds f left join members b on b.id = f.by_id where f.id = any(${ids}::int[]) order by f.id`,
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const settle = (work: BillingWork, row: CardRefundRow, set: { state: 'done' | 'failed'; failure?: string }) =>
  work.tx
    .updateTable('stripe_refunds')
    .set({ ...set, settled_at: work.now })
    .where('id', '=', row.id)
    .execute()

export const noteRefundDone = (work: BillingWork, row: CardRefundRow): Promise<unknown> =>
  settle(work, row, { state: 'done' })

/** Notes why nothing was given back. Treasurers are told where no person waits for the answer. */
export const noteRefundFailed = async (
  work: BillingWork,
  row: CardRefundRow,
  { failure, isTold }: { failure: CardRefundFailure; isTold: boolean },
): Promise<void> => {
  await settle(work, row, { state: 'failed', failure })
  const { member_id: memberId, payment_id: paymentId, amount_cents: amountCents, currency } = row
  noteEvent(work, 'stripe.refundFailed', { memberId, paymentId, amountCents, failure })
  if (!isTold) return
  await addJob(work, mailTreasurersJob, {
    mail: 'refundFailed',
    memberId,
    facts: { amountCents, currency, failure },
  })
}

/** Ends a refund that Stripe does not have. */
export const endCardRefund = (
  ctx: Ctx,
  { id, ...end }: { id: number; failure: CardRefundFailure; isTold: boolean },
): Promise<void> =>
  changeBilling(ctx, 'stripe.refundFailed', async (work) => {
    const { member_id: memberId } = await work.tx
      .selectFrom('stripe_refunds')
      .select('member_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await lockPayer(work, memberId)
    const row = await lockCardRefund(work, id)
    if (row.state === 'asked') await noteRefundFailed(work, row, end)
  })
