import type { ClearingFault } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** A webhook may be on its way: what is younger than the last comparison less this is not judged yet. */
const patienceMs = 3_600_000

type FaultRow = {
  kind: ClearingFault['kind']
  movementId: number | null
  payoutId: string | null
  ref: string
  type: string
  theirCents: number
  ourCents: number
  currency: string
  at: Date
  memberId: number | null
  memberName: string | null
}

const asFault = (row: FaultRow): ClearingFault => ({ ...row, at: row.at.toISOString() })

/** Through when both sides were last read; null before the first time. */
const judgedThrough = async (ctx: Ctx): Promise<Date | null> => {
  const last = await ctx.db
    .selectFrom('stripe_reconciliations')
    .select('began_at')
    .where('ended_at', 'is not', null)
    .where('failure', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? new Date(last.began_at.getTime() - patienceMs) : null
}

const faultsThrough = (through: Date) => sql<FaultRow>`with theirs as (
      select m.id, m.ref, m.type, coalesce(m.intent_id, m.source, m.ref) as root, m.amount_cents as cents, m.currency,
        m.is_converted, m.created_at as at, p.payout_id
      from stripe_movements m left join stripe_payout_parts p on p.movement_id = m.id
      where m.account is null and m.amount_cents <> 0
        and coalesce((select max(s.turn) from stripe_set_asides s where s.movement_id = m.id), 0) % 2 = 0
        -- Booked once Stripe has given it back.
        and not exists (select from stripe_refunds f where f.refund_id = m.source and f.state = 'sent')
    ), ours as (
      select coalesce(
          (select s.intent_id from stripe_movements s
            where s.source = split_part(coalesce(o.provider_ref, p.provider_ref), '-', 1)
            and s.intent_id is not null limit 1), o.provider_ref, p.provider_ref) as root,
        p.amount_cents as cents, p.currency, p.at, p.member_id
      from payments p left join payments o on o.id = coalesce(p.reverses_id, p.refunds_id)
      where p.method in ('card', 'directDebit') and coalesce(p.provider_ref, o.provider_ref) is not null
      union all
      select t.intent_id, e.amount_cents - t.reversed_cents, t.currency,
        case when t.reversed_cents = 0 then e.at else greatest(e.at, t.seen_at) end, t.member_id
      from stripe_payments t join ledger_entries e on e.id = t.ledger_entry_id
    ), their_sums as (
      select root, sum(cents)::int as cents, max(at) as at, (array_agg(id order by at desc, id desc))[1] as newest,
        (array_agg(type order by at desc, id desc))[1] as type, (array_agg(currency order by at desc, id desc))[1] as currency,
        (array_agg(payout_id order by at desc, id desc))[1] as payout_id, bool_or(is_converted) as is_converted from theirs group by root
    ), our_sums as (
      select root, sum(cents)::int as cents, max(at) as at, max(member_id) as member_id, max(currency) as currency from ours group by root
    ), movements as materialized (
      -- Full joins, which are never made row by row, whatever the database expects.
      select t.*, o.root as "ourRoot" from theirs t full join our_sums o on o.root = t.root offset 0
    ), sides as materialized (
      select s.root, s.cents, s.at, s.newest, s.type, s.currency, s.payout_id, s.is_converted,
        o.root as "ourRoot", o.cents as "ourCents", o.at as "ourAt", o.member_id, o.currency as "ourCurrency"
      from their_sums s full join our_sums o on o.root = s.root offset 0
    ), faults as (
      select 'notOurs' as kind, id as "movementId", payout_id as "payoutId", root as ref, type,
        cents as "theirCents", 0 as "ourCents", currency, at, null::int as "memberId"
      from movements where "ourRoot" is null and at < ${through}::timestamptz
      union all
      select case when is_converted then 'converted' else 'differs' end, newest, payout_id, root, type,
        cents, "ourCents", currency, at, member_id
      from sides where root is not null and "ourRoot" is not null
        and greatest(at, "ourAt") < ${through}::timestamptz and (cents <> "ourCents" or "ourCurrency" <> currency)
      union all
      select 'missing', null, null, "ourRoot", '', 0, "ourCents", "ourCurrency", "ourAt", member_id
      from sides where root is null and "ourAt" < ${through}::timestamptz and "ourCents" <> 0
        and not exists (select from stripe_movements m where m.intent_id = "ourRoot")
    )
    select f.*, f."movementId"::float8 as "movementId", ${fullNameOf('m')} as "memberName"
    from faults f left join members m on m.id = f."memberId"
    order by f.at, f.ref limit 500`

/**
 * The payments, refunds, disputes and top-ups that Stripe and we do not have the same amount of, oldest first: each
 * payment with all that became of it is one sum on both sides. What was set aside is neither's.
 */
export const findClearingFaults = async (ctx: Ctx): Promise<ClearingFault[]> => {
  const through = await judgedThrough(ctx)
  if (through === null) return []
  const rows = await readRows(ctx, faultsThrough(through))
  return rows.map(asFault)
}

const units = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`

/** One fault as a sentence for the command line and the doctor, with no name of a member. */
export const describeFault = ({ kind, ref, type, theirCents, ourCents, currency, at }: ClearingFault): string => {
  const day = at.slice(0, 10)
  switch (kind) {
    case 'notOurs':
      return `${ref} at Stripe (${type}, ${units(theirCents, currency)}, ${day}) doesn’t belong to the portal.`
    case 'missing':
      return `${ref} of ${day} is booked here with ${units(ourCents, currency)}, and Stripe’s balance does not have it.`
    case 'converted':
      return `${ref} of ${day} was changed into another currency at Stripe: ${units(theirCents, currency)} there, ${(ourCents / 100).toFixed(2)} booked here.`
    case 'differs':
      return `${ref} of ${day} is ${units(theirCents, currency)} at Stripe and ${units(ourCents, currency)} here.`
  }
}
