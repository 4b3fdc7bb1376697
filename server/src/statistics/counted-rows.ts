import { cohortMonths, type CountedChart, mostMachines } from '@spacekeeper/contract/statistics/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import type { CountedRow } from './rules.ts'

/** From the beginning of a day where the space is. */
export type ChartPeriod = { from: Date; firstDay: Day; today: Day; zone: string }

/** Every moment at which the portal knows that a member was there. */
const moments = ({ from }: ChartPeriod) => sql`(
  select member_id, signed_in_at as at from visits where signed_in_at >= ${from}
  union all select member_id, swiped_at from swipes
    where swiped_at >= ${from} and outcome = 'granted' and member_id is not null
  union all select member_id, started_at from interlock_sessions where started_at >= ${from}
)`

/** Members by day, from the first day that anyone came: a day without visits is a 0, not a gap. */
const peopleByDay = (period: ChartPeriod) => sql<CountedRow>`
  with came as materialized (
    select day, count(*)::int as people from (
      select distinct member_id, (at at time zone ${period.zone}::text)::date as day from ${moments(period)} m
    ) visits group by day
  )
  select days.day::date::text as key, null as name, array[coalesce(people, 0)] as figures,
    array[coalesce(people, 0)] as people, false as "isHidden"
  from generate_series((select min(day) from came)::timestamp, ${period.today}::date::timestamp, '1 day') days(day)
  left join came on came.day = days.day order by 1`

/** Hours are too many to be read over longer periods. */
const mostDaysOfHours = 31

/** The most members on site at once, by hour or by day; without a figure where the portal did not run. */
const onSiteByTime = ({ from, firstDay, today, zone }: ChartPeriod) => {
  const unit = today <= addDays(firstDay, mostDaysOfHours) ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD'
  return sql<CountedRow>`
    with known as (select min(hour) as first, max(hour) as last from on_site_counts where hour >= ${from})
    select key, null as name, array[most] as figures, array[coalesce(most, 0)] as people, false as "isHidden"
    from (
      select to_char(hours.hour at time zone ${zone}::text, ${unit}::text) as key, max(members) as most
      from known cross join lateral generate_series(first, last, '1 hour') hours(hour)
      left join on_site_counts c on c.hour = hours.hour group by 1
    ) times order by key`
}

const visitsByHour = (period: ChartPeriod) => sql<CountedRow>`
  select weekday::text as key, null as name, array_agg(coalesce(v.visits, 0) order by h.hour) as figures,
    array_agg(coalesce(v.people, 0) order by h.hour) as people, false as "isHidden"
  from generate_series(1, 7) weekday cross join generate_series(0, 23) h(hour)
  left join (
    select extract(isodow from came)::int as on_weekday, extract(hour from came)::int as hour, count(*)::int as visits,
      count(distinct member_id)::int as people
    from (
      select distinct member_id, date_trunc('hour', at at time zone ${period.zone}::text) as came
      from ${moments(period)} m
    ) hours group by 1, 2
  ) v on v.on_weekday = weekday and v.hour = h.hour
  group by weekday order by weekday`

const usesByMachine = ({ from }: ChartPeriod) => sql<CountedRow>`
  select d.id::text as key, d.name, d.is_hidden as "isHidden",
    array[round(sum(extract(epoch from coalesce(s.ended_at, s.last_heard_at) - s.started_at) / 3600), 1)::float8,
      count(*)::float8, count(distinct s.member_id)::float8] as figures,
    array_fill(count(distinct s.member_id)::int, array[3]) as people
  from interlock_sessions s join devices d on d.id = s.device_id
  where s.started_at >= ${from}
  group by d.id order by sum(coalesce(s.ended_at, s.last_heard_at) - s.started_at) desc, d.id
  limit ${mostMachines}::int`

/** When members joined, and when those left who have left; where that was not noted, when they were last there. */
const memberships = (zone: string) => sql`(
  select (first_joined_at at time zone ${zone}::text) as joined, case
      when closed_at is not null or membership_state <> 'active' then
        coalesce(inactive_since, closed_at, last_seen_at, first_joined_at) at time zone ${zone}::text
    end as left_on
  from members where first_joined_at is not null
)`

const joinsByMonth = ({ zone, firstDay, today }: ChartPeriod) => sql<CountedRow>`
  select to_char(month, 'YYYY-MM') as key, null as name, false as "isHidden",
    array[coalesce(j.members, 0), coalesce(l.members, 0)] as figures,
    array[coalesce(j.members, 0), coalesce(l.members, 0)] as people
  from generate_series(date_trunc('month', ${firstDay}::date::timestamp), ${today}::date::timestamp, '1 month') month
  left join (select date_trunc('month', joined) as month, count(*)::int as members
    from ${memberships(zone)} m group by 1) j using (month)
  left join (select date_trunc('month', left_on) as month, count(*)::int as members
    from ${memberships(zone)} m where left_on is not null group by 1) l using (month)
  order by month`

/** Percent of those who joined in a month who were still members so long after, once all of them could have been. */
const staysByMonth = ({ zone, firstDay, today }: ChartPeriod) => {
  const after = (months: number) => sql`case
    when date_trunc('month', joined) + make_interval(months => ${months + 1}) <= ${today}::date then
      round(100.0 * count(*) filter (where left_on is null or left_on >= joined + make_interval(months => ${months}))
        / count(*))::int end`
  return sql<CountedRow>`
    select to_char(date_trunc('month', joined), 'YYYY-MM') as key, null as name, false as "isHidden",
      array[count(*)::int, ${sql.join(cohortMonths.map((months) => after(months)))}] as figures,
      array_fill(count(*)::int, array[${cohortMonths.length + 1}::int]) as people
    from ${memberships(zone)} m
    where joined >= date_trunc('month', ${firstDay}::date::timestamp)
    group by date_trunc('month', joined) order by 1`
}

const queries: Record<CountedChart, (period: ChartPeriod) => RawBuilder<CountedRow>> = {
  people: peopleByDay,
  onSite: onSiteByTime,
  hours: visitsByHour,
  machines: usesByMachine,
  joins: joinsByMonth,
  cohorts: staysByMonth,
}

/** What a chart is made of, in one query. */
export const readCountedRows = (
  ctx: Ctx,
  { chart, period }: { chart: CountedChart; period: ChartPeriod },
): Promise<CountedRow[]> => readRows(ctx, queries[chart](period))
