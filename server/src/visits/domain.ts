import type { Domain } from '#platform/domain.ts'
import { visitJobs } from './jobs.ts'
import { visitPersonalData, visitRetentions } from './personal-data.ts'
import { visitRoutes } from './routes.ts'

export const visitsDomain: Domain = {
  name: 'visits',
  tables: ['visits'],
  routes: visitRoutes,
  jobs: visitJobs,
  retentions: visitRetentions,
  personalData: visitPersonalData,
}
