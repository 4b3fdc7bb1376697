import type { Domain } from '#platform/domain.ts'
import { auditPersonalData } from './personal-data.ts'
import { auditRoutes } from './routes.ts'

export const auditDomain: Domain = {
  name: 'audit',
  routes: auditRoutes,
  personalData: auditPersonalData,
}
