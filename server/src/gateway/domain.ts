import type { Domain } from '#platform/domain.ts'
import { gatewayJobs } from './jobs.ts'

export const gatewayDomain: Domain = {
  name: 'gateway',
  tables: ['device_connections'],
  jobs: gatewayJobs,
}
