import type { Domain } from '#platform/domain.ts'
import { trainingJobs } from './jobs.ts'
import { trainingMails } from './mails.ts'
import { trainingPersonalData, trainingRetentions } from './personal-data.ts'
import { trainingRoutes } from './routes.ts'

export const trainingDomain: Domain = {
  name: 'training',
  tables: [
    'certificates',
    'certificate_pages',
    'certificate_requirements',
    'certificate_trainers',
    'awards',
    'quiz_attempts',
  ],
  routes: trainingRoutes,
  jobs: trainingJobs,
  mails: Object.values(trainingMails),
  retentions: trainingRetentions,
  personalData: trainingPersonalData,
}
