import type { Domain } from '#platform/domain.ts'
import { agreementJobs } from './jobs.ts'
import { agreementMails } from './mails.ts'
import { agreementPersonalData, agreementRetentions } from './personal-data.ts'
import { agreementRoutes } from './routes.ts'

export const agreementsDomain: Domain = {
  name: 'agreements',
  tables: [
    'agreements',
    'agreement_plans',
    'agreement_versions',
    'agreement_signatures',
    'guardian_requests',
    'minors',
  ],
  routes: agreementRoutes,
  jobs: agreementJobs,
  mails: agreementMails,
  personalData: agreementPersonalData,
  retentions: agreementRetentions,
}
