import type { Domain } from '#platform/domain.ts'
import { visitJobs } from './jobs.ts'
import { visitPersonalData } from './personal-data.ts'
import { visitRoutes } from './routes.ts'

export const visitsDomain: Domain = {
  name: 'visits',
  tables: ['visits'],
  routes: visitRoutes,
  jobs: visitJobs,
  personalData: visitPersonalData,
}
