import type { Collector, SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { AppError } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import type { BillingWork } from './billing-work.ts'
import { mustBeChargedHere } from './kept-plans.ts'
import type { PeriodFacts } from './periods.ts'

/** A subscription that is locked until the transaction ends. What changes in it is kept by `saveSubscriptions`. */
export type Subscription = PeriodFacts & {
  id: number
  memberId: number
  planId: number
  planName: string
  state: SubscriptionStanding
  collector: Collector
  costCents: number
  currency: string
  startedOn: Day
  chargedThrough: Day
  paidThrough: Day
  unpaidSince: Day | null
  /** The end of days whose money was given back, when it was last worked out and on one of them. */
  givenBackUntil: Day | null
  accessEndedOn: Day | null
  hasAccess: boolean
  moreTimeUntil: Day | null
  cancelOn: Day | null
  nextPlanId: number | null
  nextCostCents: number | null
  /** It holds from the first period that begins on this day or later; null: from the next. */
  nextFrom: Day | null
  endedAt: Date | null
  endedReason: string | null
  /** Its name at the provider that collects for it. */
  providerRef: string | null
}

/** Columns of `subscriptions s` with its `plans p`. */
export const subscriptionColumns = sql<Subscription>`s.id, s.member_id as "memberId", s.plan_id as "planId", p.name as "planName", s.state,
  s.collector, s.cost_cents as "costCents", s.currency, s.interval, s.interval_count as "intervalCount",
  s.started_on as "startedOn", s.anchor_on as "anchorOn", s.periods_since_anchor as "periodsSinceAnchor", s.charged_through as "chargedThrough",
  s.paid_through as "paidThrough", s.unpaid_since as "unpaidSince", s.given_back_until as "givenBackUntil",
  s.access_ended_on as "accessEndedOn",
  s.has_access as "hasAccess", s.more_time_until as "moreTimeUntil", s.cancel_on as "cancelOn",
  s.next_plan_id as "nextPlanId", s.next_cost_cents as "nextCostCents", s.next_from as "nextFrom", s.ended_at as "endedAt",
  s.ended_reason as "endedReason", s.provider_ref as "providerRef"`

/**
 * Locks the row of who pays, before anything of theirs. Also a member who closed their account may still owe or be owed.
 */
export const lockPayer = async ({ tx, lockedPayers }: BillingWork, memberId: number): Promise<void> => {
  if (lockedPayers.has(memberId)) return
  const row = await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  lockedPayers.add(memberId)
}

/** The subscription of a member that has not ended, locked together with the member. */
export const lockCurrentSubscription = async (work: BillingWork, memberId: number): Promise<Subscription | null> => {
  await lockPayer(work, memberId)
  const { rows } =
    await sql<Subscription>`select ${subscriptionColumns} from subscriptions s join plans p on p.id = s.plan_id
    where s.member_id = ${memberId} and s.state <> 'ended' for update of s`.execute(work.tx)
  return rows[0] ?? null
}

/** The newest subscription of a member, ended or not, locked together with the member. */
export const lockNewestSubscription = async (work: BillingWork, memberId: number): Promise<Subscription | null> => {
  await lockPayer(work, memberId)
  const { rows } =
    await sql<Subscription>`select ${subscriptionColumns} from subscriptions s join plans p on p.id = s.plan_id
    where s.member_id = ${memberId} order by s.id desc limit 1 for update of s`.execute(work.tx)
  return rows[0] ?? null
}

export const getCurrent = async (work: BillingWork, memberId: number): Promise<Subscription> => {
  const subscription = await lockCurrentSubscription(work, memberId)
  if (!subscription) throw new AppError('noPlan')
  return subscription
}

/** The same to change what is paid for it, or when. */
export const getChanging = async (work: BillingWork, memberId: number): Promise<Subscription> => {
  const subscription = await getCurrent(work, memberId)
  await mustBeChargedHere(work, { memberId })
  return subscription
}

/** A subscription by its number, ended or not, locked together with its member. */
export const lockSubscription = async (work: BillingWork, id: number): Promise<Subscription> => {
  const owner = await work.tx.selectFrom('subscriptions').select('member_id').where('id', '=', id).executeTakeFirst()
  if (!owner) throw new AppError('notFound')
  await lockPayer(work, owner.member_id)
  const { rows } =
    await sql<Subscription>`select ${subscriptionColumns} from subscriptions s join plans p on p.id = s.plan_id
    where s.id = ${id} for update of s`.execute(work.tx)
  const [row] = rows
  if (!row) throw new AppError('notFound')
  return row
}

/** Those of many subscriptions that no other process works on right now. */
export const lockFree = async ({ tx }: BillingWork, ids: readonly number[]): Promise<Subscription[]> =>
  (
    await sql<Subscription>`select ${subscriptionColumns} from subscriptions s join plans p on p.id = s.plan_id
      where s.id = any(${ids}::int[]) and s.state <> 'ended' order by s.id for update of s skip locked`.execute(tx)
  ).rows

/** Keeps what changed in these subscriptions. */
export const saveSubscriptions = async ({ tx }: BillingWork, subscriptions: readonly Subscription[]): Promise<void> => {
  if (subscriptions.length === 0) return
  const rows = subscriptions.map((one) => ({ ...one, ended_at: one.endedAt?.toISOString() ?? null }))
  await sql`update subscriptions s set plan_id = n."planId", state = n.state, collector = n.collector,
      cost_cents = n."costCents", interval = n.interval, interval_count = n."intervalCount",
      started_on = n."startedOn", anchor_on = n."anchorOn",
      periods_since_anchor = n."periodsSinceAnchor", charged_through = n."chargedThrough",
      paid_through = n."paidThrough", unpaid_since = n."unpaidSince", access_ended_on = n."accessEndedOn",
      given_back_until = n."givenBackUntil", has_access = n."hasAccess", more_time_until = n."moreTimeUntil", cancel_on = n."cancelOn",
      next_plan_id = n."nextPlanId", next_cost_cents = n."nextCostCents", next_from = n."nextFrom", ended_at = n.ended_at,
      ended_reason = n."endedReason", provider_ref = n."providerRef"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int, "planId" int, state text, collector text,
      "costCents" int, interval text, "intervalCount" int, "startedOn" date,
      "anchorOn" date, "periodsSinceAnchor" int, "chargedThrough" date, "paidThrough" date, "unpaidSince" date,
      "accessEndedOn" date, "givenBackUntil" date, "hasAccess" boolean, "moreTimeUntil" date, "cancelOn" date, "nextPlanId" int,
      "nextCostCents" int, "nextFrom" date, ended_at timestamptz, "endedReason" text, "providerRef" text)
    where s.id = n.id`.execute(tx)
}
