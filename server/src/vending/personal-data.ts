import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'

/** What a member bought at machines or paid in there, and what was given back. */
const purchaseList: PersonalList = {
  name: 'purchases',
  columns: ['id', 'at', 'kind', 'machine', 'product', 'amountCents', 'refundedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('purchases as p')
        .innerJoin('devices as d', 'd.id', 'p.device_id')
        .leftJoin('products as x', 'x.id', 'p.product_id')
        .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
        .select(['p.id', 'p.purchased_at as at', 'p.kind', 'd.name as machine', 'x.name as product'])
        .select(['p.amount_cents as amountCents', 'r.at as refundedAt'])
        .where('p.member_id', '=', memberId)
        .where('p.id', '>', after)
        .orderBy('p.id')
        .limit(limit)
        .execute(),
    )(),
}

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
