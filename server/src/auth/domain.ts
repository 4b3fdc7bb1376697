import type { Domain } from '#platform/domain.ts'
import { authJobs } from './jobs.ts'
import { endMailedLinks } from './links.ts'
import { accountMails } from './mails.ts'
import { authPersonalData } from './personal-data.ts'
import { authRoutes } from './routes.ts'

export const authDomain: Domain = {
  name: 'auth',
  tables: ['sessions', 'ended_sessions', 'email_links', 'email_changes', 'rate_limits'],
  routes: authRoutes,
  jobs: authJobs,
  mails: accountMails,
  personalData: authPersonalData,
  emailReplaced: endMailedLinks,
}
