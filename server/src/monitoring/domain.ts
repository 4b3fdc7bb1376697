import type { Domain } from '#platform/domain.ts'
import { monitoringJobs } from './jobs.ts'
import { fleetMails } from './mails.ts'
import { monitoringRoutes } from './routes.ts'

export const monitoringDomain: Domain = {
  name: 'monitoring',
  tables: ['fleet_watch', 'device_alarms'],
  routes: monitoringRoutes,
  jobs: monitoringJobs,
  mails: Object.values(fleetMails),
}
