import type { Domain } from '#platform/domain.ts'
import { retentionChecks } from './checks.ts'
import { retentionRoutes } from './routes.ts'

/** Only says what is kept how long. What is, each domain declares; what deletes it is server/src/platform/retention. */
export const retentionDomain: Domain = { name: 'retention', routes: retentionRoutes, checks: retentionChecks }
