import type {
  ChargeKind,
  Collector,
  PaymentMethod,
  PlanInterval,
  SubscriptionStanding,
} from '@spacekeeper/contract/billing/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, type Day, type DayRange, rangeText } from '#platform/local-day.ts'

export type SubscriptionFacts = {
  memberId: number
  planId: number
  state?: SubscriptionStanding
  collector?: Collector
  costCents?: number
  currency?: string
  interval?: PlanInterval
  intervalCount?: number
  startedOn?: Day
  chargedThrough?: Day
  paidThrough?: Day
  hasAccess?: boolean
}

/** A subscription as it stands, without its charges: paid for a month from its start, by transfer. */
export const aSubscription = async (
  db: Kysely<Database>,
  facts: SubscriptionFacts,
): Promise<{ id: number; memberId: number }> => {
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', facts.planId).executeTakeFirstOrThrow()
  const { startedOn = '2026-02-15', state = 'active' } = facts
  const chargedThrough = facts.chargedThrough ?? addDays(startedOn, 28)
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      member_id: facts.memberId,
      plan_id: plan.id,
      state,
      collector: facts.collector ?? 'bank',
      cost_cents: facts.costCents ?? plan.cost_cents,
      currency: facts.currency ?? plan.currency,
      interval: facts.interval ?? plan.interval,
      interval_count: facts.intervalCount ?? plan.interval_count,
      started_on: startedOn,
      anchor_on: startedOn,
      charged_through: chargedThrough,
      paid_through: facts.paidThrough ?? chargedThrough,
      has_access: facts.hasAccess ?? state === 'active',
      cancel_on: state === 'cancelling' ? chargedThrough : null,
      created_at: new Date(`${startedOn}T00:00:00Z`),
      ended_at: state === 'ended' ? new Date(`${chargedThrough}T00:00:00Z`) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, memberId: facts.memberId }
}

export type ChargeFacts = {
  memberId: number
  amountCents: number
  subscriptionId?: number
  planId?: number
  /** Of a subscription; a charge without is asked for once. */
  period?: DayRange
  kind?: ChargeKind
  currency?: string
  dueOn?: Day
  /** The day it counts in the books. */
  bookedOn?: Day
}

/** A charge that is open. */
export const aCharge = async (db: Kysely<Database>, facts: ChargeFacts): Promise<{ id: number; memberId: number }> => {
  const { bookedOn = facts.period?.from ?? '2026-02-15', period } = facts
  const at = new Date(`${bookedOn}T02:00:00Z`)
  const { id } = await db
    .insertInto('charges')
    .values({
      member_id: facts.memberId,
      subscription_id: facts.subscriptionId ?? null,
      plan_id: facts.planId ?? null,
      kind: facts.kind ?? (period ? 'period' : 'other'),
      period: period ? rangeText(period) : null,
      description: 'Membership',
      currency: facts.currency ?? 'AUD',
      due_on: facts.dueOn ?? period?.from ?? bookedOn,
      state: 'open',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('charge_entries')
    .values({ charge_id: id, at, booked_on: bookedOn, kind: 'issued', amount_cents: facts.amountCents })
    .execute()
  return { id, memberId: facts.memberId }
}

export type PaymentFacts = {
  memberId: number
  amountCents: number
  method?: PaymentMethod
  reference?: string
  currency?: string
  paidOn?: Day
  ledgerEntryId?: number
  /** The charges it paid, and how much of each; what is left is credit. */
  paid?: readonly { chargeId: number; cents: number; bookedOn?: Day }[]
}

/** Money that arrived, and what it paid. */
export const aPayment = async (db: Kysely<Database>, facts: PaymentFacts): Promise<{ id: number }> => {
  const { paidOn = '2026-02-16', paid = [] } = facts
  const at = new Date(`${paidOn}T02:00:00Z`)
  const { id } = await db
    .insertInto('payments')
    .values({
      member_id: facts.memberId,
      amount_cents: facts.amountCents,
      currency: facts.currency ?? 'AUD',
      method: facts.method ?? 'bank',
      reference: facts.reference ?? '',
      paid_on: paidOn,
      at,
      actor_kind: 'system',
      ledger_entry_id: facts.ledgerEntryId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { chargeId, cents, bookedOn = paidOn } of paid) {
    await db
      .insertInto('payment_allocations')
      .values({ payment_id: id, charge_id: chargeId, amount_cents: cents, at, booked_on: bookedOn })
      .execute()
  }
  await db
    .updateTable('charges')
    .set({ state: 'paid', paid_at: at })
    .where('id', 'in', [0, ...paid.map(({ chargeId }) => chargeId)])
    .whereRef('paid_cents', '>=', 'amount_cents')
    .execute()
  return { id }
}
