import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { collectFigures } from '../statistics/collecting.ts'
import { countOnSiteHours } from '../statistics/on-site-hours.ts'

/** So far back figures go. */
const days = 364

/** The portal stood still for these days, so lines have a gap. */
const outage = { from: 97, to: 99 }

/** What the job would have counted at the end of each day of the last year, worked out from what the story left behind. */
const insertDays = (db: Kysely<Database>, now: Date) =>
  sql`
    with days as (
      select ago, date_trunc('day', ${now}::timestamptz, 'UTC') - ago * interval '1 day' + interval '23 hours' as hour
      from generate_series(1, ${days}::int) ago where ago not between ${outage.from}::int and ${outage.to}::int
    ), standing as (
      select d.hour, m.subscription_status, m.registered_at, case
          when m.membership_state = 'accountonly' then 'accountonly'
          when coalesce(m.first_joined_at > d.hour, true) then 'noob'
          when m.state = 'inactive' and coalesce(m.inactive_since, m.suspended_at, m.last_seen_at) <= d.hour then 'inactive'
          else 'active' end as state
      from days d join members m on m.registered_at <= d.hour and (m.closed_at is null or m.closed_at > d.hour)
    ), counts as (
      select hour,
        json_build_object('noob', count(*) filter (where state = 'noob'), 'active', count(*) filter (where state = 'active'),
          'inactive', count(*) filter (where state = 'inactive'),
          'accountonly', count(*) filter (where state = 'accountonly')) as members,
        json_build_object('noob', count(*) filter (where state = 'noob' and old), 'active', count(*) filter (where state = 'active' and old),
          'inactive', count(*) filter (where state = 'inactive' and old),
          'accountonly', count(*) filter (where state = 'accountonly' and old)) as members6,
        json_build_object('noob', count(*) filter (where state = 'noob' and older), 'active', count(*) filter (where state = 'active' and older),
          'inactive', count(*) filter (where state = 'inactive' and older),
          'accountonly', count(*) filter (where state = 'accountonly' and older)) as members12,
        json_build_object('active', count(*) filter (where state = 'active' and subscription_status = 'active'),
          'cancelling', count(*) filter (where state = 'active' and subscription_status = 'cancelling'),
          'inactive', count(*) filter (where state <> 'active' or subscription_status = 'inactive')) as subscriptions
      from (select *, registered_at <= hour - interval '6 months' as old, registered_at <= hour - interval '12 months' as older
        from standing) s group by hour
    ), money as (
      select hour, sum(cents) as cents, max(holders) as holders,
        json_object_agg(type, json_build_object('cents', cents, 'members', members)) filter (where type is not null) as types
      from (
        select d.hour, e.type, sum(e.amount_cents) as cents, count(distinct e.member_id) as members,
          max(count(distinct e.member_id)) over (partition by d.hour) as holders
        from days d left join ledger_entries e on e.at <= d.hour group by d.hour, e.type
      ) t group by hour
    )
    insert into figures (hour, collected_at, data)
    select hour, hour + interval '55 minutes', json_build_object('members', members, 'members6', members6,
      'members12', members12, 'subscriptions', subscriptions, 'balanceCents', coalesce(cents, 0),
      'balanceHolders', coalesce(holders, 0), 'transactions', coalesce(types, '{}'))
    from counts join money using (hour)`.execute(db)

/** Every hour of these days, but for those in which the portal stood still. */
const hoursOfDays = (now: Date) => sql`
  select generate_series(date_trunc('hour', ${now}::timestamptz - ${days}::int * interval '1 day', 'UTC'),
    date_trunc('day', ${now}::timestamptz, 'UTC') - ${outage.to}::int * interval '1 day', '1 hour')
  union all select generate_series(
    date_trunc('day', ${now}::timestamptz, 'UTC') - ${outage.from - 1}::int * interval '1 day', ${now}::timestamptz, '1 hour')`

/** A year of figures, and those of this hour, as if the portal had counted all along. */
export const seedStatistics = async (services: Services): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // the past is written as it would have been
  await insertDays(db, services.now())
  const ctx = systemCtx(services)
  await record(ctx, async (work) => {
    await countOnSiteHours(work, hoursOfDays(services.now()))
    return { result: undefined }
  })
  await collectFigures(ctx)
}
