import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { sql, type Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { localDay, readRange } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { invoiceContent } from '../billing/invoice-content.ts'
import { insertRows, skipIds } from './bulk-rows.ts'

type ToldCharge = {
  id: number
  memberId: number
  memberName: string
  description: string
  period: string | null
  cents: number
  discountCents: number
  currency: string
  dueOn: string
  collector: Collector | null
  at: Date
}

const listCharges = async (db: Kysely<Database>): Promise<ToldCharge[]> =>
  (
    await sql<ToldCharge>`select c.id, c.member_id as "memberId", ${fullNameOf('m')} as "memberName",
        c.description, c.period::text as period, e.cents, c.discount_cents as "discountCents", c.currency,
        c.due_on as "dueOn", s.collector, c.created_at as at
      from charges c join members m on m.id = c.member_id left join subscriptions s on s.id = c.subscription_id
      join lateral (select sum(amount_cents)::int as cents from charge_entries
        where charge_id = c.id and kind in ('issued', 'split')) e on e.cents > 0
      order by c.created_at, c.id`.execute(db)
  ).rows

/** An invoice for everything that was ever charged, in the order in which it was. */
export const seedInvoices = async (services: Services): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const [settings, charges] = [await services.settings.all(), await listCharges(db)]
  const rows = charges.map((charge, at) => ({
    id: at + 1,
    number: at + 1,
    kind: 'invoice',
    member_id: charge.memberId,
    issued_on: localDay(charge.at, settings.SITE_TIME_ZONE),
    at: charge.at,
    total_cents: charge.cents,
    currency: charge.currency,
    content: invoiceContent(settings, {
      memberId: charge.memberId,
      memberName: charge.memberName,
      charges: [
        {
          description: charge.description,
          period: charge.period === null ? null : readRange(charge.period),
          amountCents: charge.cents,
          discountCents: charge.discountCents,
          dueOn: charge.dueOn,
          isPaid: false,
        },
      ],
      collector: charge.collector,
      corrects: null,
      reason: '',
    }),
  }))
  const lines = charges.map(({ id, description, cents }, at) => ({
    id: at + 1,
    invoice_id: at + 1,
    charge_id: id,
    description,
    amount_cents: cents,
  }))
  await insertRows(db, 'invoices', rows)
  await insertRows(db, 'invoice_lines', lines)
  await skipIds(db, 'invoices')
  await skipIds(db, 'invoice_lines')
}
