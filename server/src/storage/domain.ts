import type { Domain } from '#platform/domain.ts'
import { storageJobs } from './jobs.ts'
import { storageLeavingStep } from './leaving-step.ts'
import { storageMails } from './mails.ts'
import { storagePersonalData } from './personal-data.ts'
import { storageRoutes } from './routes.ts'

export const storageDomain: Domain = {
  name: 'storage',
  tables: ['storage_places', 'storage_requests'],
  routes: storageRoutes,
  jobs: storageJobs,
  mails: storageMails,
  personalData: storagePersonalData,
  leavingSteps: [storageLeavingStep],
}
