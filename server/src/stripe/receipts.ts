import type { Receipt } from '@spacekeeper/contract/stripe/shapes.ts'
import { receiptsPage } from '@spacekeeper/contract/stripe/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'

type ReceiptRow = Omit<Receipt, 'at'> & { at: Date }

/** What a member paid through Stripe, newest first: top-ups, and what paid for plans with its invoices. */
export const listReceipts = async (
  ctx: Ctx,
  { memberId, skip }: { memberId: number; skip: number },
): Promise<{ receipts: Receipt[]; hasMore: boolean }> => {
  const rows = await readRows(
    ctx,
    sql<ReceiptRow>`
      select 'topUp-' || number as key, 'topUp' as kind, created_at as at, amount_cents as "amountCents", currency,
        method_name as words, state, failure, reversed_cents as "reversedCents", receipt_url as "receiptUrl",
        '[]'::jsonb as invoices
      from stripe_payments
      -- A page of Stripe's that was closed again is no payment.
      where member_id = ${memberId} and purpose = 'topUp' and state <> 'canceled' and not (way = 'checkout' and state = 'started')
      union all
      select 'payment-' || p.id, case when p.amount_cents < 0 then 'refund' else 'payment' end, p.at, p.amount_cents,
        p.currency,
        coalesce((select string_agg(distinct c.description, ', ') from payment_allocations a
          join charges c on c.id = a.charge_id where a.payment_id = p.id), p.reference),
        'succeeded', '', 0, '',
        coalesce((select jsonb_agg(distinct jsonb_build_object('id', i.id, 'number', i.number::text))
          from payment_allocations a join invoice_lines l on l.charge_id = a.charge_id
          join invoices i on i.id = l.invoice_id where a.payment_id = p.id and i.kind = 'invoice'), '[]'::jsonb)
      from payments p
      where p.member_id = ${memberId} and p.provider_ref is not null
      order by at desc, key desc
      limit ${receiptsPage + 1} offset ${skip}`,
  )
  return {
    receipts: rows.slice(0, receiptsPage).map((row) => ({ ...row, at: row.at.toISOString() })),
    hasMore: rows.length > receiptsPage,
  }
}
