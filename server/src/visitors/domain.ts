import type { Domain } from '#platform/domain.ts'
import { visitorJobs } from './jobs.ts'
import { visitorMails } from './mails.ts'
import { visitorPersonalData, visitorRetentions } from './personal-data.ts'
import { visitorRoutes } from './routes.ts'

export const visitorsDomain: Domain = {
  name: 'visitors',
  tables: ['visitors', 'visitor_agreements'],
  routes: visitorRoutes,
  jobs: visitorJobs,
  mails: visitorMails,
  personalData: visitorPersonalData,
  retentions: visitorRetentions,
}
