import type { Domain } from '#platform/domain.ts'
import { profileJobs } from './jobs.ts'
import { profileMails } from './mails.ts'
import { profileRoutes } from './routes.ts'

export const profileDomain: Domain = {
  name: 'profile',
  routes: profileRoutes,
  jobs: profileJobs,
  mails: profileMails,
}
