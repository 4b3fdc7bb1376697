import type { Ctx } from '#platform/ctx.ts'
import { mailBuyer } from './mail-buyer.ts'

const findPurchase = (ctx: Ctx, purchaseId: number) =>
  ctx.db
    .selectFrom('purchases as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .leftJoin('products as x', 'x.id', 'p.product_id')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'e.id')
    .select(['m.id as memberId', 'm.email', 'm.first_name as firstName', 'd.name as machine', 'x.name as product'])
    .select(['p.amount_cents as amountCents', 'e.balance_cents', 'r.balance_cents as refunded_cents', 'r.description'])
    .where('p.id', '=', purchaseId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()

/** Tells a member what he bought, paid in or got back at a machine. */
export const mailPurchase = async (
  ctx: Ctx,
  input: { purchaseId: number; occasion: 'bought' | 'paidIn' | 'refunded' },
): Promise<void> => {
  const { purchaseId, occasion: mail } = input
  const row = await findPurchase(ctx, purchaseId)
  if (!row) return
  const { balance_cents, refunded_cents, description, ...facts } = row
  const balanceCents = mail === 'refunded' ? (refunded_cents ?? balance_cents) : balance_cents
  await mailBuyer(ctx, { ...facts, mail, balanceCents, reason: description ?? '' })
}
