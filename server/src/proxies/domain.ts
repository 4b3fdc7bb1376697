import type { Domain } from '#platform/domain.ts'
import { proxyJobs } from './jobs.ts'
import { proxyMails } from './mails.ts'
import { proxyPersonalData, proxyRetentions } from './personal-data.ts'
import { proxyRoutes } from './routes.ts'

export const proxiesDomain: Domain = {
  name: 'proxies',
  tables: ['proxies'],
  routes: proxyRoutes,
  jobs: proxyJobs,
  mails: proxyMails,
  personalData: proxyPersonalData,
  retentions: proxyRetentions,
}
