import { readReferences } from '@spacekeeper/contract/bank/references.ts'
import type { BookedPayment, CurrencySum, DeskCharge } from '@spacekeeper/contract/billing/desk-shapes.ts'
import {
  type ChargeList,
  type Collector,
  handMethods,
  type PaymentMethod,
} from '@spacekeeper/contract/billing/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { matchWords } from '#platform/db/search-words.ts'
import { type Day, earlierDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { mayBookFor } from '../../memberbucks/rules.ts'
import { billingToday } from '../billing-work.ts'
import { lastTryOfCharge } from '../charges/charges.ts'
import { isHandRefund } from '../payments/undone-refunds.ts'
import { accessUntil } from '../subscription-rules.ts'

type Page = { offset: number; limit: number }

type DeskListFilter = { text?: string | undefined; plan?: number | undefined; collector?: Collector | undefined }

export type ChargeFilter = DeskListFilter & { list: ChargeList }

export type PaymentFilter = DeskListFilter & { method?: PaymentMethod | undefined }

/** "65", "65.00" or "$65,50" as cents; null for what is no amount. */
const centsIn = (text: string): number | null => {
  const [, whole, rest = ''] = /^\D?\s?(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/**
 * What was typed: an amount, a reference, words of the member's name, or words of what it is for. Names are found among
 * members first, because there are fewer of them than payments of years.
 */
const matchText = (
  typed: string | undefined,
  { words, amounts, owner }: Record<'words' | 'amounts' | 'owner', RawBuilder<unknown>>,
): RawBuilder<boolean> => {
  const text = typed?.trim() ?? ''
  if (text === '') return sql<boolean>`true`
  const cents = centsIn(text)
  const owners = readReferences(text.toUpperCase()).map(({ memberId }) => memberId)
  return sql<boolean>`(${owner} in (select n.id from members n where ${matchWords(sql`n.search_words`, text)})
    or ${matchWords(words, text)} or ${cents}::int = any(${amounts})
    or ${owner} = any(${owners}::int[]))`
}

const isOnList = (list: ChargeList, today: Day): RawBuilder<boolean> => {
  if (list === 'settled') return sql`c.state in ('void', 'refunded', 'writtenOff')`
  if (list === 'overdue') return sql`c.state = 'open' and c.due_on < ${today}::date`
  return sql`(c.state = 'processing' or c.state = 'open' and c.due_on >= ${today}::date)`
}

const matchCharges = (filter: ChargeFilter, today: Day): RawBuilder<boolean> => {
  const words = sql`search_text(c.description)`
  const amounts = sql`array[c.amount_cents, c.amount_cents - c.paid_cents]`
  return sql<boolean>`${isOnList(filter.list, today)}
    and ${matchText(filter.text, { words, amounts, owner: sql`c.member_id` })}
    ${filter.plan === undefined ? sql`` : sql`and s.plan_id = ${filter.plan}::int`}
    ${filter.collector === undefined ? sql`` : sql`and s.collector = ${filter.collector}::text`}`
}

const chargeTables = sql`charges c join members m on m.id = c.member_id
  left join subscriptions s on s.id = c.subscription_id left join plans p on p.id = s.plan_id`

/** What was asked for at first: nothing is left of it once a charge is cancelled. */
const askedCents = sql`(select coalesce(sum(e.amount_cents), 0)::int from charge_entries e
  where e.charge_id = c.id and e.kind in ('issued', 'split'))`

type ChargeRow = Omit<DeskCharge, 'accessUntil'> & {
  standing: string | null
  paidThrough: Day | null
  unpaidSince: Day | null
  moreTimeUntil: Day | null
  accessEndedOn: Day | null
  cancelOn: Day | null
}

const chargeColumns = (
  today: Day,
) => sql<ChargeRow>`c.id, c.member_id as "memberId", ${fullNameOf('m')} as "memberName",
  c.description, c.kind, c.state, p.name as plan, s.collector, c.currency, c.paid_cents as "paidCents", c.due_on as "dueOn", c.reason,
  case when c.state in ('open', 'processing') then c.amount_cents else ${askedCents} end as "amountCents",
  s.state as standing, s.paid_through as "paidThrough", s.unpaid_since as "unpaidSince",
  s.more_time_until as "moreTimeUntil", s.access_ended_on as "accessEndedOn", s.cancel_on as "cancelOn",
  case when c.state = 'open' and s.collector = 'stripe' then (
    select jsonb_build_object('state', tr.state,
      'nextTryOn', case when tr.next_try_on >= ${today}::date then tr.next_try_on end)
    from ${lastTryOfCharge} tr where tr.state in ('failed', 'unconfirmed')) end as "lastTry"`

const endOf = (row: ChargeRow, graceDays: number): Day | null => {
  const { standing, paidThrough, cancelOn } = row
  if (standing === 'pastDue') return row.accessEndedOn
  if (paidThrough === null || (standing !== 'active' && standing !== 'cancelling')) return null
  const until = accessUntil({ ...row, paidThrough, graceDays })
  return cancelOn === null ? until : earlierDay(until, cancelOn)
}

const asCharge = (row: ChargeRow, graceDays: number): DeskCharge => {
  const {
    standing: _s,
    paidThrough: _p,
    unpaidSince: _u,
    moreTimeUntil: _m,
    accessEndedOn: _a,
    cancelOn: _c,
    ...charge
  } = row
  return { ...charge, accessUntil: endOf(row, graceDays) }
}

export const listCharges = async (
  ctx: Ctx,
  { offset, limit, ...filter }: ChargeFilter & Page,
): Promise<DeskCharge[]> => {
  const order = filter.list === 'settled' ? sql`c.id desc` : sql`c.due_on, c.id`
  const today = await billingToday(ctx)
  const rows = await readRows(
    ctx,
    sql<ChargeRow>`select ${chargeColumns(today)} from ${chargeTables} where ${matchCharges(filter, today)}
      order by ${order} offset ${offset}::int limit ${limit}::int`,
  )
  const graceDays = await ctx.settings.get('GRACE_DAYS')
  return rows.map((row) => asCharge(row, graceDays))
}

/** What a member has open, oldest first. */
export const listDuesOf = async (ctx: Ctx, memberId: number): Promise<DeskCharge[]> => {
  const today = await billingToday(ctx)
  const rows = await readRows(
    ctx,
    sql<ChargeRow>`select ${chargeColumns(today)} from ${chargeTables}
      where c.member_id = ${memberId} and c.state in ('open', 'processing') order by c.due_on, c.id limit 100`,
  )
  const graceDays = await ctx.settings.get('GRACE_DAYS')
  return rows.map((row) => asCharge(row, graceDays))
}

type DeskSums = { count: number; sums: CurrencySum[] }

type SumRow = CurrencySum & { count: number }

const sumsOf = (rows: readonly SumRow[]): DeskSums => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  sums: rows.map(({ currency, cents }) => ({ currency, cents })),
})

/** A page of charges, and how many there are of them with what is open altogether. */
export const deskCharges = async (
  ctx: Ctx,
  filter: ChargeFilter & Page,
): Promise<{ charges: DeskCharge[] } & DeskSums> => {
  const today = await billingToday(ctx)
  const cents = filter.list === 'settled' ? askedCents : sql`c.amount_cents - c.paid_cents`
  const [charges, rows] = await Promise.all([
    listCharges(ctx, filter),
    readRows(
      ctx,
      sql<SumRow>`select c.currency, count(*)::int as count, sum(${cents})::float8 as cents from ${chargeTables}
        where ${matchCharges(filter, today)} group by c.currency order by cents desc, c.currency`,
    ),
  ])
  return { charges, ...sumsOf(rows) }
}

/** The payer has, or had, a plan like that. */
const ofPayer = (condition: RawBuilder<unknown>) =>
  sql`and exists (select from subscriptions s where s.member_id = y.member_id and ${condition})`

const matchPayments = ({ text, plan, collector, method }: PaymentFilter): RawBuilder<boolean> => {
  const words = sql`lower(y.reference || ' ' || y.note)`
  const amounts = sql`array[y.amount_cents, -y.amount_cents]`
  return sql<boolean>`${matchText(text, { words, amounts, owner: sql`y.member_id` })}
    ${method === undefined ? sql`` : sql`and y.method = ${method}::text`}
    ${plan === undefined ? sql`` : ofPayer(sql`s.plan_id = ${plan}::int`)}
    ${collector === undefined ? sql`` : ofPayer(sql`s.collector = ${collector}::text`)}`
}

const covers = sql`(select coalesce(json_agg(json_build_object('chargeId', c.id, 'description', c.description,
    'amountCents', a.cents) order by c.id), '[]') from (
    select charge_id, sum(amount_cents)::int as cents from payment_allocations where payment_id = y.id
    group by charge_id having sum(amount_cents) <> 0) a join charges c on c.id = a.charge_id)`

/** The newest refund through a provider, while it is under way, or failed and nothing else went back since. */
const cardRefund = sql`(select json_build_object('id', f.id, 'amountCents', f.amount_cents, 'currency', f.currency,
    'state', f.state, 'failure', f.failure, 'by', ${fullNameOf('s')},
    'at', to_char(f.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from (select * from stripe_refunds where payment_id = y.id order by id desc limit 1) f
    left join members s on s.id = f.by_id
  where f.state <> 'done' and not (f.state = 'failed' and exists (select from payments r
    where r.refunds_id = y.id and r.at > f.settled_at)))`

type PaymentRow = Omit<
  BookedPayment,
  'at' | 'canReverse' | 'canRefund' | 'canUndo' | 'isReversed' | 'refundedCents'
> & {
  at: Date
  /** Taken back as a whole by one that says so. */
  isUndone: boolean
  /** The sum that went out of it again. */
  takenCents: number
  isOwed: boolean
  providerRef: string | null
}

const isByHand = (method: string) => handMethods.some((known) => known === method)

/** Acts that are still possible for a payment, by what they themselves ask: nothing went out of it, or something is left. */
const asPayment = (row: PaymentRow, mayBook: boolean): BookedPayment => {
  const { isUndone, takenCents, isOwed, providerRef, at, ...payment } = row
  const { amountCents, method, reverses } = payment
  const cameIn = amountCents > 0 && reverses === null
  const wentOut = amountCents < 0 && reverses === null
  return {
    ...payment,
    at: at.toISOString(),
    isReversed: isUndone || (cameIn && takenCents >= amountCents),
    refundedCents: cameIn && !isUndone ? takenCents : 0,
    canRefund: mayBook && cameIn && takenCents < amountCents,
    canReverse: mayBook && cameIn && takenCents === 0 && isByHand(method),
    canUndo: mayBook && wentOut && !isUndone && !isOwed && providerRef === null && isHandRefund(method),
  }
}

export const listPayments = async (
  ctx: Ctx,
  { offset, limit, ...filter }: PaymentFilter & Page,
): Promise<BookedPayment[]> => {
  const rows = await readRows(
    ctx,
    sql<PaymentRow>`select y.id, y.member_id as "memberId", ${fullNameOf('m')} as "memberName",
        y.amount_cents as "amountCents", y.currency, y.method, y.reference, y.note, y.paid_on as "paidOn", y.at,
        ${fullNameOf('b')} as by, ${covers} as covers, y.reverses_id as reverses, y.refunds_id as refunds,
        (select coalesce(sum(t.amount_cents), 0)::int from payment_takings t where t.payment_id = y.id) as "takenCents",
        exists (select from payment_takings t where t.taken_by_id = y.id and t.charge_id is not null) as "isOwed",
        exists (select from payments r where r.reverses_id = y.id) as "isUndone", ${cardRefund} as "cardRefund",
        y.provider_ref as "providerRef"
      from (select y.id from payments y where ${matchPayments(filter)} order by y.id desc
          offset ${offset}::int limit ${limit}::int) page
        join payments y on y.id = page.id join members m on m.id = y.member_id
        left join members b on y.actor_kind = 'member' and b.id = y.actor_id
      order by y.id desc`,
  )
  return rows.map((row) => asPayment(row, mayBookFor(ctx.actor, row.memberId)))
}

export const deskPayments = async (
  ctx: Ctx,
  filter: PaymentFilter & Page,
): Promise<{ payments: BookedPayment[] } & DeskSums> => {
  const [payments, rows] = await Promise.all([
    listPayments(ctx, filter),
    readRows(
      ctx,
      sql<SumRow>`select y.currency, count(*)::int as count, sum(y.amount_cents)::float8 as cents from payments y
        where ${matchPayments(filter)} group by y.currency order by cents desc, y.currency`,
    ),
  ])
  return { payments, ...sumsOf(rows) }
}
