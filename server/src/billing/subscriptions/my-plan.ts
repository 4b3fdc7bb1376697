import type {
  HouseholdInvitation,
  HouseholdPerson,
  MyCharge,
  MyHousehold,
  MyPayment,
  MyPlan,
  OtherHousehold,
  PlanOffer,
} from '@spacekeeper/contract/billing/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { readRange } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { getBalance } from '../../memberbucks/balances.ts'
import { billingToday } from '../billing-work.ts'
import { findDues } from '../charges/dues.ts'
import { findConcession } from './concessions.ts'
import { findMySubscription, offerColumns } from './my-subscription.ts'

/** Open charges, oldest first, and what was settled lately. */
const listCharges = async (ctx: Ctx, memberId: number): Promise<MyCharge[]> => {
  const rows = await readRows(
    ctx,
    sql<Omit<MyCharge, 'period'> & { period: string | null }>`select id, kind, description, period::text as period,
        amount_cents as "amountCents", paid_cents as "paidCents", discount_cents as "discountCents", currency,
        due_on as "dueOn", state
      from charges where member_id = ${memberId} and state <> 'void' and (amount_cents > 0 or state <> 'paid')
      order by state not in ('open', 'processing'), case when state in ('open', 'processing') then due_on end,
        case when state in ('open', 'processing') then id else -id end
      limit 24`,
  )
  return rows.map((row) => ({ ...row, period: row.period === null ? null : readRange(row.period) }))
}

const listPayments = (ctx: Ctx, memberId: number): Promise<MyPayment[]> =>
  readRows(
    ctx,
    sql<MyPayment>`select id, amount_cents as "amountCents", currency, method, reference, paid_on as "paidOn"
      from payments where member_id = ${memberId} order by id desc limit 12`,
  )

type HouseholdFacts = { memberId: number; subscriptionId: number; maxPeople: number; zone: string }

const findHousehold = async (ctx: Ctx, facts: HouseholdFacts): Promise<MyHousehold> => {
  const { subscriptionId, maxPeople, zone } = facts
  const [people, invitations] = await Promise.all([
    readRows(
      ctx,
      sql<HouseholdPerson>`select h.id, h.member_id as "memberId", ${fullNameOf('m')} as name, h.role,
          (h.joined_at at time zone ${zone}::text)::date as "joinedOn", m.state = 'active' as "hasAccess"
        from household_people h join members m on m.id = h.member_id
        where h.subscription_id = ${subscriptionId} and h.left_at is null order by h.id`,
    ),
    ctx.db
      .selectFrom('household_invitations')
      .select(['id', 'email', 'role', 'invited_at'])
      .where('subscription_id', '=', subscriptionId)
      .orderBy('id')
      .execute(),
  ])
  const asInvitation = ({ invited_at: at, ...rest }: (typeof invitations)[number]): HouseholdInvitation => ({
    ...rest,
    invitedAt: at.toISOString(),
  })
  return { maxPeople, people, invitations: invitations.map(asInvitation) }
}

/** The household that another member pays for and the caller is in. */
const findOther = async (ctx: Ctx, { memberId, graceDays }: { memberId: number; graceDays: number }) => {
  const [row] = await readRows(
    ctx,
    sql<OtherHousehold>`select h.id, ${fullNameOf('m')} as payer, p.name as plan, t.name as tier,
        least(greatest(greatest(s.paid_through, s.unpaid_since) + ${graceDays}::int, s.more_time_until), s.cancel_on)
          as "accessUntil", s.has_access as "hasAccess"
      from household_people h join subscriptions s on s.id = h.subscription_id
      join members m on m.id = s.member_id join plans p on p.id = s.plan_id join tiers t on t.id = p.tier_id
      where h.member_id = ${memberId} and h.left_at is null and s.state <> 'ended'`,
  )
  return row ?? null
}

const listInvitationsTo = (ctx: Ctx, memberId: number): Promise<MyPlan['invitations']> =>
  readRows(
    ctx,
    sql<MyPlan['invitations'][number]>`select i.id, ${fullNameOf('m')} as payer, p.name as plan
      from household_invitations i join subscriptions s on s.id = i.subscription_id and s.state <> 'ended'
      join members m on m.id = s.member_id join plans p on p.id = s.plan_id
      where lower(i.email) = (select lower(email) from members where id = ${memberId}) order by i.id limit 20`,
  )

/** Everything a member reads about their plan, what they pay and who is in it. */
export const getMyPlan = async (ctx: Ctx, memberId: number): Promise<MyPlan> => {
  const [today, settings] = await Promise.all([billingToday(ctx), ctx.settings.all()])
  const dues = await findDues(ctx, memberId)
  const { currency, creditCents } = dues
  const [subscription, charges, payments, { balanceCents }, paidBy, invitations, concession] = await Promise.all([
    findMySubscription(ctx, { memberId, today, dues }),
    listCharges(ctx, memberId),
    listPayments(ctx, memberId),
    getBalance(ctx, memberId),
    findOther(ctx, { memberId, graceDays: settings.GRACE_DAYS }),
    listInvitationsTo(ctx, memberId),
    findConcession(ctx, { memberId, today }),
  ])
  const maxPeople = subscription?.plan.maxPeople ?? 1
  const facts = { memberId, maxPeople, zone: settings.SITE_TIME_ZONE }
  const household =
    subscription && maxPeople > 1 ? await findHousehold(ctx, { ...facts, subscriptionId: subscription.id }) : null
  return {
    today,
    subscription,
    charges,
    payments,
    creditCents,
    balanceCents,
    dues,
    currency,
    household,
    paidBy,
    invitations,
    concession,
  }
}

/** The plans a member can change to: those that are offered, in the currency and with the way to pay of theirs. */
export const listPlanOffers = async (ctx: Ctx, memberId: number): Promise<{ plans: PlanOffer[] }> => ({
  plans: await readRows(
    ctx,
    sql<PlanOffer>`select ${offerColumns} from plans p join tiers t on t.id = p.tier_id
      join subscriptions s on s.member_id = ${memberId} and s.state <> 'ended'
      where p.is_visible and p.archived_at is null and t.is_visible and t.archived_at is null
        and p.currency = s.currency and s.collector = any(p.collectors)
        and (p.id <> s.plan_id or p.cost_cents <> s.cost_cents)
      order by t.position, t.id, p.cost_cents, p.id limit 100`,
  ),
})
