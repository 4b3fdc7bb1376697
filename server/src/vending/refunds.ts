import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { bookReversal } from '../memberbucks/ledger.ts'
import { mailPurchaseJob } from './jobs.ts'
import { purchaseNotices } from './purchases.ts'

const findPurchase = async ({ tx }: Work, purchaseId: number) => {
  const purchase = await tx
    .selectFrom('purchases as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .leftJoin('products as x', 'x.id', 'p.product_id')
    .select([
      'p.member_id',
      'p.ledger_entry_id',
      'p.product_id',
      'p.took_stock',
      'd.name as device',
      'x.name as product',
    ])
    .where('p.id', '=', purchaseId)
    .executeTakeFirst()
  if (!purchase) throw new AppError('notFound')
  return purchase
}

/** Gives the money of a purchase back, once, puts what was sold back on stock and tells the member. */
export const refundPurchase = (
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<{ balanceCents: number }> =>
  change(ctx, 'purchase.refunded', async (work) => {
    const purchase = await findPurchase(work, purchaseId)
    const { member_id: memberId, ledger_entry_id: reverses, device, product } = purchase
    const { entryId, balanceCents, amountCents } = await bookReversal(work, {
      memberId,
      entryId: reverses,
      reason,
      owners: ['purchases'],
    })
    if (purchase.took_stock) {
      await work.tx
        .updateTable('products')
        .set({ stock: sql`stock + 1` })
        .where('id', '=', purchase.product_id)
        .where('stock', 'is not', null)
        .execute()
    }
    await addJob(work, mailPurchaseJob, { purchaseId, occasion: 'refunded' })
    return {
      result: { balanceCents },
      subject: { kind: 'member', id: memberId },
      data: { purchaseId, device, product, entryId, reverses, amountCents, balanceCents, reason },
      tell: purchaseNotices(memberId),
    }
  })
