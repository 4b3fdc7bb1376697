import type { Domain } from '#platform/domain.ts'
import { vendingJobs } from './jobs.ts'
import { vendingMails } from './mails.ts'
import { vendingPersonalData } from './personal-data.ts'
import { vendingRoutes } from './routes.ts'
import { saleRetention } from './sale-answers.ts'

export const vendingDomain: Domain = {
  name: 'vending',
  tables: ['sale_answers', 'products', 'purchases', 'credit_limits'],
  routes: vendingRoutes,
  jobs: vendingJobs,
  mails: Object.values(vendingMails),
  personalData: vendingPersonalData,
  retentions: [saleRetention],
}
