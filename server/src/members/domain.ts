import type { Domain } from '#platform/domain.ts'
import { cardChecks } from './clashes.ts'
import { memberJobs } from './jobs.ts'
import { cardsLeavingStep } from './leaving-step.ts'
import { memberMails } from './mails.ts'
import { memberPersonalData, memberRetentions } from './personal-data.ts'
import { memberRoutes } from './routes.ts'

export const membersDomain: Domain = {
  name: 'members',
  tables: ['members', 'cards', 'applications', 'bulk_actions', 'bulk_grants', 'bulk_standings'],
  routes: memberRoutes,
  jobs: memberJobs,
  mails: Object.values(memberMails),
  retentions: memberRetentions,
  personalData: memberPersonalData,
  checks: cardChecks,
  leavingSteps: [cardsLeavingStep],
}
