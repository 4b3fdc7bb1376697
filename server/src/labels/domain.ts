import type { Domain } from '#platform/domain.ts'
import { labelJobs } from './jobs.ts'
import { ticketEndedMail } from './mails.ts'
import { labelPersonalData, labelRetentions } from './personal-data.ts'
import { labelRoutes } from './routes.ts'

export const labelsDomain: Domain = {
  name: 'labels',
  tables: ['tickets'],
  routes: labelRoutes,
  jobs: labelJobs,
  mails: [ticketEndedMail],
  personalData: labelPersonalData,
  retentions: labelRetentions,
}
