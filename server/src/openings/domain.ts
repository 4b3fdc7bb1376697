import type { Domain } from '#platform/domain.ts'
import { openingJobs } from './jobs.ts'
import { openingMail } from './mails.ts'
import { openingPersonalData, openingRetentions } from './personal-data.ts'
import { openingRoutes } from './routes.ts'

export const openingsDomain: Domain = {
  name: 'openings',
  tables: ['openings', 'key_holders', 'opening_followers', 'opening_news_recipients'],
  routes: openingRoutes,
  jobs: openingJobs,
  mails: [openingMail],
  personalData: openingPersonalData,
  retentions: openingRetentions,
}
