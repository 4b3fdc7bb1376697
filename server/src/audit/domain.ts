import type { Domain } from '#platform/domain.ts'
import { auditPersonalData, auditRetentions } from './personal-data.ts'
import { auditRoutes } from './routes.ts'

export const auditDomain: Domain = {
  name: 'audit',
  routes: auditRoutes,
  retentions: auditRetentions,
  personalData: auditPersonalData,
}
