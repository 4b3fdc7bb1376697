import type { LeavingMember } from '@spacekeeper/contract/advice/routes.ts'
import { listedFrom, mostListed } from '@spacekeeper/contract/advice/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, type Day, localDay, startOfDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { earlierSpan, findSigns, type LeavingFacts, recentSpan } from './rules.ts'

type LeavingRow = Omit<LeavingFacts, 'today'> & {
  memberId: number
  name: string
  email: string
  plan: string
  openCents: number | null
  currency: string
}

/** More members with a plan than that are not looked at. */
const mostLookedAt = 20_000

type LeavingDays = { today: Day; recent: Day; since: Date; zone: string; only: RawBuilder<unknown> }

/** The parts the facts are put together from, each read once: plans, visits, pauses, payments that failed. */
const factsOf = ({ today, recent, since, zone, only }: LeavingDays) => sql`plan as materialized (
        select s.id, s.member_id, s.plan_id, s.state, s.started_on, s.unpaid_since, s.currency from subscriptions s
        join members m on m.id = s.member_id and m.closed_at is null and m.suspended_at is null
        where s.state in ('active', 'pastDue', 'paused') and ${only} order by s.id limit ${mostLookedAt}::int
      ), people as materialized (
        select id, member_id from plan
        union select h.subscription_id, h.member_id from household_people h join plan on plan.id = h.subscription_id
          where h.left_at is null
      ), here as materialized (
        select a.id, count(*) filter (where a.day >= ${recent}::date and a.day < ${today}::date)::int as recent,
          count(*) filter (where a.day < ${recent}::date)::int as earlier
        from (select distinct p.id, (t.at at time zone ${zone}::text)::date as day from people p join (
            select member_id, signed_in_at as at from visits where signed_in_at >= ${since}
            union all select member_id, swiped_at from swipes where swiped_at >= ${since} and outcome = 'granted'
            union all select member_id, started_at from interlock_sessions where started_at >= ${since}
          ) t on t.member_id = p.member_id) a group by a.id
      ), seen as materialized (
        select p.id, max(m.last_seen_at) as at from people p join members m on m.id = p.member_id group by p.id
      ), rest as materialized (
        select b.subscription_id as id, max(upper(b.days)) as until,
          max(lower(b.days)) filter (where b.again and lower(b.days) > ${addDays(today, -365)}::date) as again_on
        from (select subscription_id, days, lower(days) - lag(upper(days)) over (
              partition by subscription_id order by days) <= 30 as again
            from subscription_breaks
            where kind = 'pause' and begun_at is not null and cancelled_at is null) b
        group by b.subscription_id
      ), failed as materialized (
        select f.member_id, max(f.on) as on from (
          select member_id, (ended_at at time zone ${zone}::text)::date as on from debits where state = 'returned'
          union all select member_id, (created_at at time zone ${zone}::text)::date from stripe_invoices
            where failure is not null
          union all select member_id, (settled_at at time zone ${zone}::text)::date from stripe_payments
            where purpose = 'dues' and way = 'automatic' and state = 'failed' and intent_id is not null) f
        where f.on > ${addDays(today, -91)}::date group by f.member_id
      )`

/** The facts of every member whose plan goes on, or of one of them, in one query. */
const readFacts = async (
  ctx: Ctx,
  { today, zone, only }: { today: Day; zone: string; only: RawBuilder<unknown> },
): Promise<LeavingRow[]> => {
  const days = {
    today,
    recent: addDays(today, -recentSpan),
    since: startOfDay(addDays(today, -recentSpan - earlierSpan), zone),
  }
  return readRows(
    ctx,
    sql<LeavingRow>`with ${factsOf({ ...days, zone, only })}
      select plan.member_id as "memberId", ${fullNameOf('m')} as name, m.email, p.name as plan,
        plan.state = 'paused' as "isPaused", plan.started_on as "startedOn", plan.currency,
        (seen.at at time zone ${zone}::text)::date as "lastSeenOn", coalesce(here.recent, 0) as "recentDays",
        coalesce(here.earlier, 0) as "earlierDays", rest.until as "pausedUntil",
        plan.unpaid_since as "unpaidSince", failed.on as "failedOn", rest.again_on as "pausedAgainOn",
        (cancelled.at at time zone ${zone}::text)::date as "cancelledOn",
        c.ends_on as "concessionEndsOn", open.cents as "openCents"
      from plan join members m on m.id = plan.member_id join plans p on p.id = plan.plan_id
      left join seen on seen.id = plan.id left join here on here.id = plan.id left join rest on rest.id = plan.id
      left join (select member_id, max(ended_at) as at from subscriptions
        where state = 'ended' and ended_reason = 'cancelled' group by member_id) cancelled
        on cancelled.member_id = plan.member_id
      left join failed on failed.member_id = plan.member_id
      left join (select member_id, max(ends_on) as ends_on from concessions
        where state in ('approved', 'ended') group by member_id) c on c.member_id = plan.member_id
      left join (select member_id, currency, sum(amount_cents - paid_cents)::int as cents from charges
        where state = 'open' and due_on < ${today}::date group by member_id, currency) open
        on open.member_id = plan.member_id and open.currency = plan.currency`,
  )
}

const todayOf = async (ctx: Ctx) => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  return { zone, today: localDay(ctx.now(), zone) }
}

/** Who is likely to leave, by the rule of docs/guide/advice.md; those with the most points first. */
export const listLeaving = async (
  ctx: Ctx,
  { seesMoney }: { seesMoney: boolean },
): Promise<{ members: LeavingMember[]; hasMore: boolean }> => {
  const { zone, today } = await todayOf(ctx)
  const rows = await readFacts(ctx, { today, zone, only: sql`true` })
  const found = rows
    .map((row) => ({ row, ...findSigns({ ...row, today }) }))
    .filter(({ points }) => points >= listedFrom)
    .toSorted((a, b) => b.points - a.points || a.row.name.localeCompare(b.row.name) || a.row.memberId - b.row.memberId)
  const members = found.slice(0, mostListed).map(({ row, signs, points }) => ({
    memberId: row.memberId,
    name: row.name,
    email: row.email,
    plan: row.plan,
    points,
    signs,
    openCents: seesMoney ? row.openCents : null,
    currency: row.currency,
  }))
  return { members, hasMore: found.length > members.length }
}

/** The signs of one member, for their own archive: what staff would read, also below the points that list them. */
export const listOwnSigns = async (ctx: Ctx, memberId: number) => {
  const { zone, today } = await todayOf(ctx)
  const [row] = await readFacts(ctx, { today, zone, only: sql`s.member_id = ${memberId}` })
  return row ? findSigns({ ...row, today }).signs : []
}
