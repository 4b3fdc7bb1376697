import type { Domain } from '#platform/domain.ts'
import { databaseChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { newerVersionCheck } from './newer-version.ts'
import { doctorRoutes } from './routes.ts'
import { siteChecks } from './site-checks.ts'

/** Runs what all domains declare as `checks`, and looks itself at what no domain owns: process, machine, database, queue. */
export const doctorDomain: Domain = {
  name: 'doctor',
  tables: ['health_results', 'newest_version'],
  routes: doctorRoutes,
  checks: [...siteChecks, ...machineChecks, newerVersionCheck, ...databaseChecks],
}
