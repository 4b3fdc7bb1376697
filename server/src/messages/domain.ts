import type { Domain } from '#platform/domain.ts'
import { messageChecks } from './checks.ts'
import { messageJobs } from './jobs.ts'
import { messagePersonalData } from './personal-data.ts'
import { messageRetentions } from './retention.ts'
import { messageRoutes } from './routes.ts'
import { testMail } from './samples.ts'

export const messagesDomain: Domain = {
  name: 'messages',
  tables: ['messages', 'message_files'],
  routes: messageRoutes,
  jobs: messageJobs,
  mails: [testMail],
  checks: messageChecks,
  retentions: messageRetentions,
  personalData: messagePersonalData,
}
