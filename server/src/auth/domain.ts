import type { Domain } from '#platform/domain.ts'
import { credentialRetentions } from './credentials.ts'
import { emailProposed, emailReplaced } from './email-change.ts'
import { authJobs } from './jobs.ts'
import { sessionsLeavingStep } from './leaving-step.ts'
import { accountMails } from './mails.ts'
import { authPersonalData } from './personal-data.ts'
import { authRoutes } from './routes.ts'

export const authDomain: Domain = {
  name: 'auth',
  tables: ['sessions', 'ended_sessions', 'known_browsers', 'email_links', 'email_changes', 'rate_limits'],
  routes: authRoutes,
  jobs: authJobs,
  mails: accountMails,
  retentions: credentialRetentions,
  personalData: authPersonalData,
  leavingSteps: [sessionsLeavingStep],
  emailReplaced,
  emailProposed,
}
