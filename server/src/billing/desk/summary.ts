import type { CurrencySum } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { DeskCreditor, DeskMember, DeskSummary } from '@spacekeeper/contract/billing/summary-shapes.ts'
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { billingToday } from '../billing-work.ts'

/** So many are named in a card; all are counted. */
const mostNamed = 10

type CountedMember = DeskMember & { count: number; sums: CurrencySum[] }

/** The first of some rows with names, and how many there are of them. `found` gives member, currency, cents and day. */
const countMembers = async (ctx: Ctx, { found, order }: Record<'found' | 'order', RawBuilder<unknown>>) => {
  const rows = await readRows(
    ctx,
    sql<CountedMember>`with f as materialized (${found})
      select f.member_id as "memberId", ${fullNameOf('m')} as "memberName", f.currency,
        f.cents::float8 as "amountCents", f.until, (select count(distinct member_id)::int from f) as count,
        (select jsonb_agg(to_jsonb(s) order by s.cents desc, s.currency) from (
          select currency, sum(cents) as cents from f group by currency) s) as sums
      from f join members m on m.id = f.member_id order by ${order}, f.member_id limit ${mostNamed}`,
  )
  const [first] = rows
  return {
    count: first?.count ?? 0,
    sums: first?.sums ?? [],
    members: rows.map(({ count: _count, sums: _sums, ...member }) => member),
  }
}

const owing = (
  today: Day,
) => sql`select member_id, currency, sum(amount_cents - paid_cents) as cents, null::date as until
  from charges where state = 'open' and due_on < ${today}::date group by member_id, currency`

/** As `accessUntil` in subscription-rules.ts says it; a test compares the two. */
const accessEnds = (graceDays: number) =>
  sql`greatest(greatest(s.paid_through, s.unpaid_since) + ${graceDays}::int, s.more_time_until)`

/** Members whose access ends soon, or whose paid days are over, with what they have to pay and the first day without it. */
const losing = (input: { today: Day; soon: Day; graceDays: number }) => sql`
  select s.member_id, s.currency, o.cents, ${accessEnds(input.graceDays)} as until from subscriptions s
  join lateral (select sum(c.amount_cents - c.paid_cents) as cents from charges c
    where c.subscription_id = s.id and c.state = 'open' and c.due_on <= ${input.soon}::date) o on o.cents > 0
  where s.state in ('active', 'cancelling') and s.has_access and s.unpaid_since is not null
    and (s.cancel_on is null or s.cancel_on > ${accessEnds(input.graceDays)})
    and (s.paid_through <= ${input.today}::date or ${accessEnds(input.graceDays)} <= ${input.soon}::date)`

const credits = sql`select p.member_id, p.currency, sum(k.left_cents) as cents, null::date as until
  from payment_credits k join payments p on p.id = k.payment_id where k.left_cents > 0
  group by p.member_id, p.currency`

type CreditMethod = { memberId: number; currency: string; method: PaymentMethod }

/** How the payments of some members came of which something is left. */
const listCreditMethods = (ctx: Ctx, members: readonly DeskMember[]): Promise<CreditMethod[]> =>
  readRows(
    ctx,
    sql<CreditMethod>`select distinct p.member_id as "memberId", p.currency, p.method from payments p
      join payment_credits k on k.payment_id = p.id and k.left_cents > 0
      where p.member_id = any(${members.map(({ memberId }) => memberId)}::int[]) order by p.method`,
  )

const withMethods = async (ctx: Ctx, members: readonly DeskMember[]): Promise<DeskCreditor[]> => {
  const rows = await listCreditMethods(ctx, members)
  return members.map((member) => ({
    ...member,
    methods: rows
      .filter(({ memberId, currency }) => memberId === member.memberId && currency === member.currency)
      .map(({ method }) => method),
  }))
}

const week = 7

/** Sums above the lists: who owes, who loses access unless they pay, and whose credit waits. */
export const deskSummary = async (ctx: Ctx): Promise<DeskSummary> => {
  const today = await billingToday(ctx)
  const graceDays = await ctx.settings.get('GRACE_DAYS')
  const soon = addDays(today, week)
  const [byDay, byAmount] = [sql`f.until`, sql`f.cents desc`]
  const leaving = losing({ today, soon, graceDays })
  const [owed, ending, credit] = await Promise.all([
    countMembers(ctx, { found: owing(today), order: byAmount }),
    countMembers(ctx, { found: leaving, order: byDay }),
    countMembers(ctx, { found: credits, order: byAmount }),
  ])
  const creditors = await withMethods(ctx, credit.members)
  return { today, owing: owed, losingAccess: ending, credits: { ...credit, members: creditors } }
}
