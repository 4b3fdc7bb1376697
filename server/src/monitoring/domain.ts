import type { Domain } from '#platform/domain.ts'
import { fleetChecks } from './checks.ts'
import { monitoringJobs } from './jobs.ts'
import { fleetMails } from './mails.ts'
import { monitoringRoutes } from './routes.ts'

export const monitoringDomain: Domain = {
  name: 'monitoring',
  tables: ['fleet_watch', 'device_alarms'],
  routes: monitoringRoutes,
  jobs: monitoringJobs,
  checks: fleetChecks,
  mails: Object.values(fleetMails),
}
