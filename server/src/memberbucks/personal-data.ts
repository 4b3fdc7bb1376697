import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData } from '#platform/personal-data.ts'

const transactionList = ownRows(
  'transactions',
  'ledger_entries',
  columns('id, at, amount_cents, balance_cents, type, source, contra_account, description'),
)

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
