import type { Domain } from '#platform/domain.ts'
import { chatChecks } from './checks.ts'
import { settingJobs } from './jobs.ts'
import { settingRoutes } from './routes.ts'

export const settingsDomain: Domain = {
  name: 'settings',
  tables: ['settings', 'site_images'],
  routes: settingRoutes,
  jobs: settingJobs,
  checks: chatChecks,
}
