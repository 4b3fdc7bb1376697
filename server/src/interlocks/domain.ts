import type { Domain } from '#platform/domain.ts'
import { interlockJobs } from './jobs.ts'
import { interlockPersonalData, interlockRetentions } from './personal-data.ts'
import { interlockRoutes } from './routes.ts'

export const interlocksDomain: Domain = {
  name: 'interlocks',
  tables: ['interlock_sessions', 'machine_prices'],
  routes: interlockRoutes,
  jobs: interlockJobs,
  retentions: interlockRetentions,
  personalData: interlockPersonalData,
}
