import type { AdvisedPlan, PlanAdvice } from '@spacekeeper/contract/advice/routes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addMonths, type Day, localDay, startOfDay } from '#platform/local-day.ts'
import { type AdviceFacts, type AdviceOffer, adviceDays, adviseOnPlan } from './rules.ts'

/** Who counts for a subscription called `s`: its payer and those in the household. */
const peopleOf = sql`(select s.member_id as id union select h.member_id from household_people h
  where h.subscription_id = s.id and h.left_at is null)`

type AdvicePlan = Omit<AdviceFacts<AdviceOffer>, 'today' | 'offers'> & {
  tierId: number
  currency: string
  peopleIds: number[]
}

/** A plan that goes on as it is. One that ends, rests, is not paid or changes soon needs no advice. */
const findFacts = async (
  ctx: Ctx,
  { memberId, today, zone }: { memberId: number; today: Day; zone: string },
): Promise<AdvicePlan | undefined> => {
  const [row] = await readRows(
    ctx,
    sql<AdvicePlan>`select p.tier_id as "tierId", s.currency, people.ids as "peopleIds", cardinality(people.ids) as people,
        (people.seen at time zone ${zone}::text)::date as "lastSeenOn",
        (select coalesce(jsonb_agg(jsonb_build_object('from', lower(c.period), 'to', upper(c.period),
            'paidCents', c.paid_cents, 'discountCents', c.discount_cents) order by c.period), '[]') from charges c
          where c.subscription_id = s.id and c.kind = 'period' and c.state = 'paid'
            and c.period && daterange(${addMonths(today, -4)}::date, ${today}::date)) as periods,
        (select coalesce(jsonb_agg(jsonb_build_object('percent', d.percent, 'amountCents', d.cents)), '[]') from (
          select c.percent, null::int as cents from concessions c
            where c.member_id = s.member_id and c.state = 'approved' and (c.ends_on is null or c.ends_on > ${today}::date)
          union all select k.percent, k.amount_cents from coupon_in_use(s.id) k where k.periods_left is null
        ) d) as "lastingDiscounts",
        exists (select from coupon_in_use(s.id)) or exists (select from concessions c
          where c.member_id = s.member_id and c.state = 'approved'
            and (c.ends_on is null or c.ends_on > ${today}::date)) as "hasDiscount"
      from subscriptions s join plans p on p.id = s.plan_id
      cross join lateral (select array_agg(m.id) as ids, max(m.last_seen_at) as seen from members m
        where m.id in (select id from ${peopleOf} people)) people
      where s.member_id = ${memberId} and s.state = 'active' and s.collector <> 'free' and s.next_plan_id is null`,
  )
  return row
}

type Offer = AdvisedPlan & { maxPeople: number }

type UsedMachine = Pick<PlanAdvice, 'visitDays' | 'machineUses' | 'machineCents' | 'purchaseCents'>

/** What they could have instead, as when they change their plan, and what they did in these days. */
const findOffersAndUse = async (
  ctx: Ctx,
  input: { memberId: number; tierId: number; peopleIds: readonly number[]; from: Date; until: Date; zone: string },
): Promise<UsedMachine & { offers: Offer[] }> => {
  const { memberId, tierId, peopleIds, from, until, zone } = input
  const of = (column: string) =>
    sql`member_id = any(${peopleIds}::int[]) and ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
  const [row] = await readRows(
    ctx,
    sql<UsedMachine & { offers: Offer[] }>`select
        (select coalesce(jsonb_agg(to_jsonb(o) order by o."costCents", o.id), '[]') from (
          select p.id, p.name, t.name as tier, t.description as "tierDescription", t.id = ${tierId}::int as "isOwnTier",
            p.cost_cents as "costCents", p.currency, p.interval, p.interval_count as "intervalCount",
            p.max_people as "maxPeople"
          from plans p join tiers t on t.id = p.tier_id
          join subscriptions s on s.member_id = ${memberId} and s.state <> 'ended'
          where p.is_visible and p.is_advised and p.archived_at is null and t.is_visible and t.archived_at is null
            and p.currency = s.currency and s.collector = any(p.collectors)
            and (p.id <> s.plan_id or p.cost_cents <> s.cost_cents)
          order by t.position, t.id, p.cost_cents, p.id limit 100) o) as offers,
        (select count(distinct (at at time zone ${zone}::text)::date)::int from (
          select signed_in_at as at from visits where ${of('signed_in_at')}
          union all select swiped_at from swipes where outcome = 'granted' and ${of('swiped_at')}
          union all select started_at from interlock_sessions where ${of('started_at')}) a) as "visitDays",
        m.uses as "machineUses", m.cents as "machineCents",
        (select coalesce(sum(case kind when 'debit' then amount_cents else -amount_cents end), 0)::int
          from purchases where ${of('purchased_at')}) as "purchaseCents"
      from (select count(*)::int as uses, coalesce(sum(cost_cents), 0)::int as cents from interlock_sessions
        where ${of('started_at')}) m`,
  )
  return row ?? { offers: [], visitDays: 0, machineUses: 0, machineCents: 0, purchaseCents: 0 }
}

/** What the last three months would have cost a member with another plan, or none; null where nothing is worth saying. */
export const findPlanAdvice = async (ctx: Ctx, memberId: number): Promise<PlanAdvice | null> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = localDay(ctx.now(), zone)
  const facts = await findFacts(ctx, { memberId, today, zone })
  if (!facts) return null
  const days = adviceDays({ today, periods: facts.periods })
  const { offers, ...use } = await findOffersAndUse(ctx, {
    memberId,
    ...facts,
    zone,
    from: startOfDay(days.from, zone),
    until: startOfDay(days.to, zone),
  })
  const found = adviseOnPlan({ ...facts, today, offers })
  if (!found) return null
  return { ...found, currency: facts.currency, ...use }
}
