import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'

const transactionList: PersonalList = {
  name: 'transactions',
  columns: ['id', 'at', 'amountCents', 'balanceCents', 'type', 'source', 'contraAccount', 'description'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('ledger_entries')
        .select(['id', 'at', 'amount_cents as amountCents', 'balance_cents as balanceCents'])
        .select(['type', 'source', 'contra_account as contraAccount', 'description'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const kept = {
  title: 'The balance and its transactions',
  reason: 'For ever: a balance is the sum of its transactions, and books must add up.',
}

export const memberbucksPersonalData: PersonalData = {
  tables: {
    balances: { exported: 'profile', kept, closing: { kept: 'Books must add up; without a name.' } },
    ledger_entries: { exported: 'transactions', kept, closing: { kept: 'Books must add up; without a name.' } },
  },
  lists: [transactionList],
}
