import type { Domain } from '#platform/domain.ts'
import { messageJobs } from './jobs.ts'
import { messagePersonalData } from './personal-data.ts'
import { messageRetentions } from './retention.ts'
import { messageRoutes } from './routes.ts'
import { testMail } from './samples.ts'

export const messagesDomain: Domain = {
  name: 'messages',
  tables: ['messages'],
  routes: messageRoutes,
  jobs: messageJobs,
  mails: [testMail],
  retentions: messageRetentions,
  personalData: messagePersonalData,
}
