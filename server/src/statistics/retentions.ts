// On its own: a domain says here how long its rows are kept.
import { sql } from 'kysely'
import type { Retention } from '#platform/retention/retention.ts'

export const statisticsRetentions: Retention[] = [
  { name: 'figures', title: 'Statistics', table: 'figures', column: 'hour', setting: 'STATS_MAX_DAYS' },
  {
    name: 'onSiteCounts',
    title: 'Members on site by hour',
    table: 'on_site_counts',
    column: 'hour',
    setting: 'STATS_MAX_DAYS',
  },
  {
    name: 'hourlyFigures',
    title: 'Statistics of each hour',
    table: 'figures',
    column: 'hour',
    where: sql`exists (select from figures later where later.hour > figures.hour
      and date_trunc('day', later.hour, 'UTC') = date_trunc('day', figures.hour, 'UTC'))`,
    days: 14,
    reason: 'After two weeks the last figures of each day are enough for the charts.',
  },
]
