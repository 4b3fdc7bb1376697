import type { Domain } from '#platform/domain.ts'
import { credentialRetentions } from './credentials.ts'
import { emailProposed, emailReplaced } from './email-change.ts'
import { authJobs } from './jobs.ts'
import { sessionsLeavingStep } from './leaving-step.ts'
import { accountMails } from './mails.ts'
import { authPersonalData } from './personal-data.ts'
import { providerChecks } from './providers/provider-checks.ts'
import { authRoutes } from './routes.ts'
import { newDeviceMail, strongLoginMail } from './strong/mails.ts'
import { tokenReusedMail } from './tokens/token-mails.ts'

export const authDomain: Domain = {
  name: 'auth',
  tables: [
    'sessions',
    'app_tokens',
    'ended_sessions',
    'known_browsers',
    'email_links',
    'email_changes',
    'rate_limits',
    'passkeys',
    'passkey_challenges',
    'totp_secrets',
    'recovery_codes',
    'login_providers',
    'provider_links',
    'provider_attempts',
  ],
  routes: authRoutes,
  jobs: authJobs,
  mails: [...accountMails, tokenReusedMail, newDeviceMail, strongLoginMail],
  retentions: credentialRetentions,
  personalData: authPersonalData,
  checks: providerChecks,
  leavingSteps: [sessionsLeavingStep],
  emailReplaced,
  emailProposed,
}
