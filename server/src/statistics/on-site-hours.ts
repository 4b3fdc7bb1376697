import { type RawBuilder, sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'

/**
 * Counts the most members who were on site at once in each of these hours, a query of their beginnings. That was at
 * the beginning of the hour, or when a member came. No visit lasts longer than a day, so the index finds all that could
 * have been open.
 */
export const countOnSiteHours = async ({ tx, now }: Work, hours: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into on_site_counts (hour, members)
    select h.hour, max(here.members)
    from (${hours}) h(hour)
    cross join lateral (
      select h.hour as at union all select signed_in_at from visits
        where signed_in_at > h.hour and signed_in_at < h.hour + interval '1 hour' and signed_in_at <= ${now}
    ) moments
    cross join lateral (
      select count(*)::int as members from visits v
      where v.signed_in_at <= moments.at and v.signed_in_at > moments.at - interval '2 days'
        and (v.signed_out_at is null or v.signed_out_at > moments.at)
    ) here
    group by h.hour
    on conflict (hour) do update set members = excluded.members`.execute(tx)
}

/** This hour so far, and the last one to its end, unless the portal did not run then. */
export const hoursToCount = (hour: Date) => sql`
  select ${hour}::timestamptz
  union all select hour from on_site_counts where hour = ${hour}::timestamptz - interval '1 hour'`
