import type { Ctx } from '#platform/ctx.ts'

type CheckedRow = {
  member_id: number
  id: number
  amount_cents: number
  balance_cents: number
  contra_account: string
  held_cents: number | null
  reversed_cents: number | null
  reversed_account: string | null
}

/** The first thing that is off. `entryId` is null where it is the balance, and not an entry. */
export type LedgerFault = {
  what: 'running balance' | 'balance' | 'reversed amount' | 'reversed account'
  memberId: number
  entryId: number | null
  expected: string | number
  found: string | number
}

export type LedgerCheck = { entries: number; members: number; sumCents: number; fault: LedgerFault | null }

const rowsAtOnce = 5000

const nextRows = `
  select e.member_id, e.id, e.amount_cents, e.balance_cents, e.contra_account, b.balance_cents as held_cents,
    o.amount_cents as reversed_cents, o.contra_account as reversed_account
  from ledger_entries e
  left join balances b on b.member_id = e.member_id
  left join ledger_entries o on o.id = e.reverses_id
  where (e.member_id, e.id) > ($1, $2)
  order by e.member_id, e.id limit ${rowsAtOnce}`

const balancesAlone = `
  select member_id, balance_cents from balances b
  where balance_cents <> 0 and not exists (select from ledger_entries e where e.member_id = b.member_id)
  order by member_id limit 1`

const faultOf = (row: CheckedRow, running: number): LedgerFault | null => {
  const at = { memberId: row.member_id, entryId: row.id }
  if (row.balance_cents !== running)
    return { ...at, what: 'running balance', expected: running, found: row.balance_cents }
  if (row.reversed_cents !== null && row.amount_cents !== -row.reversed_cents)
    return { ...at, what: 'reversed amount', expected: -row.reversed_cents, found: row.amount_cents }
  if (row.reversed_account !== null && row.contra_account !== row.reversed_account)
    return { ...at, what: 'reversed account', expected: row.reversed_account, found: row.contra_account }
  return null
}

type Query = <R>(text: string, values?: unknown[]) => Promise<R[]>

/** Goes through the entries of each member in their order, adding them up anew. */
const checkEntries = async (query: Query): Promise<LedgerCheck> => {
  const check: LedgerCheck = { entries: 0, members: 0, sumCents: 0, fault: null }
  let last: CheckedRow | undefined
  let running = 0
  const balanceFault = (): LedgerFault | null =>
    last === undefined || last.held_cents === running
      ? null
      : {
          what: 'balance',
          memberId: last.member_id,
          entryId: null,
          expected: running,
          found: last.held_cents ?? 'none',
        }
  for (;;) {
    const rows: CheckedRow[] = await query<CheckedRow>(nextRows, [last?.member_id ?? 0, last?.id ?? 0])
    for (const row of rows) {
      if (row.member_id !== last?.member_id) {
        const fault = balanceFault()
        if (fault) return { ...check, fault }
        running = 0
        check.members += 1
      }
      running += row.amount_cents
      check.entries += 1
      check.sumCents += row.amount_cents
      last = row
      const fault = faultOf(row, running)
      if (fault) return { ...check, fault }
    }
    if (rows.length < rowsAtOnce) return { ...check, fault: balanceFault() }
  }
}

/**
 * Proves that every entry says what was left after it, that balances are the sums of their entries and that reversals
 * mirror what they put right. All of it as it was at one moment, while the portal goes on booking.
 */
export const verifyLedger = async ({ pool }: Pick<Ctx, 'pool'>): Promise<LedgerCheck> => {
  const client = await pool.connect()
  const query: Query = async (text, values) => (await client.query(text, values)).rows
  try {
    await query('begin isolation level repeatable read read only')
    const check = await checkEntries(query)
    if (check.fault) return check
    const [alone] = await query<{ member_id: number; balance_cents: number }>(balancesAlone)
    if (!alone) return check
    const { member_id: memberId, balance_cents: found } = alone
    return { ...check, fault: { what: 'balance', memberId, entryId: null, expected: 0, found } }
  } finally {
    await query('rollback')
    client.release()
  }
}
