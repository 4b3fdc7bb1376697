import type { Domain } from '#platform/domain.ts'
import { vendingJobs } from './jobs.ts'
import { vendingMails } from './mails.ts'
import { vendingPersonalData } from './personal-data.ts'
import { vendingRoutes } from './routes.ts'

export const vendingDomain: Domain = {
  name: 'vending',
  tables: ['products', 'purchases', 'credit_limits'],
  routes: vendingRoutes,
  jobs: vendingJobs,
  mails: Object.values(vendingMails),
  personalData: vendingPersonalData,
}
