import type { Domain } from '#platform/domain.ts'
import { reminderChecks } from './checks.ts'
import { reminderJobs } from './jobs.ts'
import { reminderMail } from './mails.ts'
import { reminderPersonalData } from './personal-data.ts'
import { reminderRoutes } from './routes.ts'

export const remindersDomain: Domain = {
  name: 'reminders',
  tables: ['reminder_steps', 'reminders_done', 'reminder_runs'],
  routes: reminderRoutes,
  jobs: reminderJobs,
  checks: reminderChecks,
  mails: [reminderMail],
  personalData: reminderPersonalData,
}
