import type { Domain } from '#platform/domain.ts'
import { grantsLeavingStep } from './leaving-step.ts'
import { accessPersonalData, accessRetentions } from './personal-data.ts'
import { accessRoutes } from './routes.ts'

export const accessDomain: Domain = {
  name: 'access',
  tables: ['grants', 'default_exceptions', 'swipes'],
  routes: accessRoutes,
  retentions: accessRetentions,
  personalData: accessPersonalData,
  leavingSteps: [grantsLeavingStep],
}
