import type { Domain } from '#platform/domain.ts'
import { signupChecks } from './checks.ts'
import { signupJobs } from './jobs.ts'
import { signupMails } from './mails.ts'
import { signupPersonalData } from './personal-data.ts'
import { signupRoutes } from './routes.ts'

export const signupDomain: Domain = {
  name: 'signup',
  tables: ['signups'],
  routes: signupRoutes,
  jobs: signupJobs,
  mails: Object.values(signupMails),
  personalData: signupPersonalData,
  checks: signupChecks,
}
