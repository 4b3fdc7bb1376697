import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'

/** What a member bought at machines or paid in there, and what was given back. */
const purchaseList = ownQuery('purchases', (db, memberId) =>
  db
    .selectFrom('purchases as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .leftJoin('products as x', 'x.id', 'p.product_id')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .select(
      columns(
        'p.id, p.purchased_at as at, p.kind, d.name as machine, x.name as product, p.amount_cents',
        'r.at as refundedAt',
      ),
    )
    .where('p.member_id', '=', memberId),
)

export const vendingPersonalData: PersonalData = {
  tables: {
    purchases: {
      exported: 'purchases',
      kept: { title: 'Purchases', reason: 'For ever: the balance of every member is the sum of them.' },
      closing: { kept: 'Books must add up; without a name.' },
    },
  },
  lists: [purchaseList],
}
