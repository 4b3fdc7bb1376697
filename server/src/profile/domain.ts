import type { Domain } from '#platform/domain.ts'
import { profileJobs } from './jobs.ts'
import { profileMails } from './mails.ts'
import { closingRetentions } from './retention.ts'
import { profileRoutes } from './routes.ts'

export const profileDomain: Domain = {
  name: 'profile',
  routes: profileRoutes,
  jobs: profileJobs,
  retentions: closingRetentions,
  mails: profileMails,
}
