import type { Domain } from '#platform/domain.ts'
import { balanceLeavingStep } from './balance-step.ts'
import { accountLeavingStep, goodbyeLeavingStep } from './letter-steps.ts'
import { leavingMails } from './mails.ts'
import { leavingPersonalData, leavingRetentions } from './personal-data.ts'
import { leavingRoutes } from './routes.ts'

export const leavingDomain: Domain = {
  name: 'leaving',
  tables: ['leavings', 'leaving_steps', 'balance_refunds'],
  routes: leavingRoutes,
  mails: leavingMails,
  retentions: leavingRetentions,
  personalData: leavingPersonalData,
  leavingSteps: [goodbyeLeavingStep, balanceLeavingStep, accountLeavingStep],
}
