import type { Domain } from '#platform/domain.ts'
import { openidJobs } from './jobs.ts'
import { sitesLeavingStep } from './leaving-step.ts'
import { openidPersonalData, openidRetentions } from './personal-data.ts'
import { openidRoutes } from './routes.ts'

export const openidDomain: Domain = {
  name: 'openid',
  tables: ['openid_clients', 'openid_logins', 'openid_records', 'openid_keys'],
  routes: openidRoutes,
  jobs: openidJobs,
  personalData: openidPersonalData,
  retentions: openidRetentions,
  leavingSteps: [sitesLeavingStep],
}
