import type { Domain } from '#platform/domain.ts'
import { statisticsJobs } from './jobs.ts'
import { statisticsRetentions } from './retentions.ts'
import { statisticsRoutes } from './routes.ts'

export const statisticsDomain: Domain = {
  name: 'statistics',
  tables: ['figures', 'on_site_counts'],
  routes: statisticsRoutes,
  jobs: statisticsJobs,
  retentions: statisticsRetentions,
}
