import type { CreditChange } from '@spacekeeper/contract/billing/credit-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'

/**
 * All that raised or used the credit of members, from which it is the sum: what came in, what it paid, what went out, and
 * what of that is asked back. Several rows of one booking are one change.
 */
const changes = (memberId: number) => sql`
  select 'p' || p.id as key, p.currency, p.amount_cents as cents, p.paid_on as day, p.at, 0 as step, p.id as number,
    case when p.reverses_id is not null then case when p.amount_cents < 0 then 'reversed' else 'undone' end
      when p.amount_cents > 0 then 'paid' when p.refunds_id is not null then 'refunded' else 'givenBack' end as kind,
    p.note as what, p.method
  from payments p where p.member_id = ${memberId}
  union all
  select 'a' || max(a.id), p.currency, -sum(a.amount_cents)::int, a.booked_on, greatest(a.at, max(p.at)), 1, max(a.id),
    case when sum(a.amount_cents) > 0 then 'used' else 'freed' end, c.description, null
  from payment_allocations a join payments p on p.id = a.payment_id join charges c on c.id = a.charge_id
  where p.member_id = ${memberId}
  group by p.currency, a.booked_on, a.at, c.id, sign(a.amount_cents)
  union all
  select 'e' || e.id, c.currency, e.amount_cents, e.booked_on, e.at, 2, e.id, 'owedBack', c.description, null
  from charge_entries e join charges c on c.id = e.charge_id
  where c.member_id = ${memberId} and c.kind = 'toPayBack' and e.kind <> 'writtenOff'`

/** Changes that raised and used a member's credit, newest first, each with what was left over after it. */
export const listCreditChanges = async (
  ctx: Ctx,
  { memberId, offset, limit }: { memberId: number; offset: number; limit: number },
): Promise<{ changes: CreditChange[]; hasMore: boolean }> => {
  const rows = await readRows(
    ctx,
    sql<CreditChange>`select key, kind, what, method, day, currency, cents as "amountCents", "leftCents" from (
        select c.*, sum(cents) over (partition by currency order by at, cents < 0, step, number)::int as "leftCents"
        from (${changes(memberId)}) c where cents <> 0) c
      order by at desc, cents < 0 desc, step desc, number desc offset ${offset}::int limit ${limit + 1}::int`,
  )
  return { changes: rows.slice(0, limit), hasMore: rows.length > limit }
}
