import type { Domain } from '#platform/domain.ts'
import { mailingJobs } from './jobs.ts'
import { mailingsLeavingStep } from './leaving-step.ts'
import { mailingPersonalData, mailingRetentions } from './personal-data.ts'
import { mailingRoutes } from './routes.ts'

export const mailingsDomain: Domain = {
  name: 'mailings',
  tables: ['mailings', 'mailing_recipients'],
  routes: mailingRoutes,
  jobs: mailingJobs,
  retentions: mailingRetentions,
  personalData: mailingPersonalData,
  leavingSteps: [mailingsLeavingStep],
}
