import type { MonthEnd } from '@spacekeeper/contract/books/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { siteCurrency } from './journal.ts'
import { findDriftedBalances } from './opening.ts'

type CheckState = MonthEnd['checks'][number]

/** What is kept beside the entries, compared with them as they are now. */
export const checkBooks = async (ctx: Ctx, currency: string): Promise<CheckState[]> => {
  const ofBalances = (await siteCurrency(ctx)) === currency
  const rows = await readRows(
    ctx,
    sql<{
      entries: number
      balances: number
      receivables: number
      charges: number
      credits: number
      left: number
    }>`select
    (select coalesce(sum(amount_cents), 0)::float8 from ledger_entries where ${ofBalances}::boolean) as entries,
    (select coalesce(sum(balance_cents), 0)::float8 from balances where ${ofBalances}::boolean) as balances,
    (select coalesce(sum(e.amount_cents), 0) from charge_entries e join charges c on c.id = e.charge_id
      where c.currency = ${currency})::float8
    - (select coalesce(sum(a.amount_cents), 0) from payment_allocations a join charges c on c.id = a.charge_id
      where c.currency = ${currency})::float8 as receivables,
    (select coalesce(sum(amount_cents - paid_cents), 0)::float8 from charges
      where currency = ${currency} and state in ('open', 'processing')) as charges,
    (select coalesce(sum(amount_cents), 0) from payments where currency = ${currency})::float8
    - (select coalesce(sum(a.amount_cents), 0) from payment_allocations a join payments p on p.id = a.payment_id
      where p.currency = ${currency})::float8
    + (select coalesce(sum(e.amount_cents), 0) from charge_entries e join charges c on c.id = e.charge_id
      where c.kind = 'toPayBack' and e.kind <> 'writtenOff' and c.currency = ${currency})::float8 as credits,
    (select coalesce(sum(k.left_cents), 0)::float8 from payment_credits k join payments p on p.id = k.payment_id
      where p.currency = ${currency}) as left`,
  )
  const { entries = 0, balances = 0, receivables = 0, charges = 0, credits = 0, left = 0 } = rows[0] ?? {}
  return [
    { check: 'entriesAreBalances', isRight: entries === balances, oneCents: entries, otherCents: balances },
    { check: 'receivablesAreCharges', isRight: receivables === charges, oneCents: receivables, otherCents: charges },
    // Each is of one member and never below nothing, so that no debt of one hides behind what another has left over.
    { check: 'creditsAreMembers', isRight: credits === left, oneCents: credits, otherCents: left },
  ]
}

/** The first rows that are off, in words for the command line; none where the books add up. */
export const findFaults = async (ctx: Ctx): Promise<string[]> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const site = await siteCurrency(ctx)
  const rows = await readRows(
    ctx,
    sql<{ fault: string }>`
    (select format('Charge %s is %s cents, but its entries add up to %s.', c.id, c.amount_cents, coalesce(e.cents, 0)) as fault
      from charges c
      left join (select charge_id, sum(amount_cents) as cents from charge_entries group by charge_id) e on e.charge_id = c.id
      where c.amount_cents <> coalesce(e.cents, 0) order by c.id limit 5)
    union all
    (select format('Charge %s has %s cents paid, but payments paid %s of it.', c.id, c.paid_cents, coalesce(a.cents, 0))
      from charges c
      left join (select charge_id, sum(amount_cents) as cents from payment_allocations group by charge_id) a on a.charge_id = c.id
      where c.paid_cents <> coalesce(a.cents, 0) order by c.id limit 5)
    union all
    (select format('Charge %s is %s, but %s of its %s cents are paid.', id, state, paid_cents, amount_cents) from charges
      where state not in ('open', 'processing') and amount_cents <> paid_cents order by id limit 5)
    union all
    (select format('Payment %s has %s cents left over, but its bookings say %s.', p.id, k.left_cents,
        p.amount_cents - coalesce(a.cents, 0) - coalesce(t.cents, 0)) from payments p
      left join payment_credits k on k.payment_id = p.id
      left join (select payment_id, sum(amount_cents) as cents from payment_allocations group by payment_id) a on a.payment_id = p.id
      left join (select payment_id, sum(amount_cents) as cents from payment_takings group by payment_id) t on t.payment_id = p.id
      where p.amount_cents > 0 and p.reverses_id is null
        and k.left_cents is distinct from p.amount_cents - coalesce(a.cents, 0) - coalesce(t.cents, 0) order by p.id limit 5)
    union all
    (select format('Payment %s went out with %s cents, but %s of it were taken of others.', p.id, -p.amount_cents, coalesce(t.cents, 0))
      from payments p
      left join (select taken_by_id, sum(amount_cents) as cents from payment_takings group by taken_by_id) t on t.taken_by_id = p.id
      where (p.amount_cents < 0 or p.reverses_id is not null) and coalesce(t.cents, 0) <> -p.amount_cents order by p.id limit 5)
    union all
    (select format('Payment %s came from a balance, but names no entry of it.', id) from payments
      where method = 'balance' and ledger_entry_id is null and reverses_id is null order by id limit 5)
    union all
    (select format('The %s %s has no account.', source, source_id)
      from journal(${zone}::text, ${site}::text, null, '9999-12-31'::date) where debit is null or credit is null limit 5)
    union all
    (select format('In %s debits and credits differ by %s cents.', currency, sum(cents)) from (
        select currency, amount_cents as cents, debit as account from journal(${zone}::text, ${site}::text, null, '9999-12-31'::date)
        union all
        select currency, -amount_cents, credit from journal(${zone}::text, ${site}::text, null, '9999-12-31'::date)
      ) s group by currency having sum(cents) <> 0)`,
  )
  const drifted = await findDriftedBalances(ctx)
  return [
    ...rows.map(({ fault }) => fault),
    ...drifted.map((currency) => `What was added up in ${currency} at the last closing differs from the journal.`),
  ]
}
