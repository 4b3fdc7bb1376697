import type { Domain } from '#platform/domain.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { gatewayJobs } from './jobs.ts'

/** Devices come and go; nothing of it is about a member. */
const retentions: Retention[] = [
  {
    name: 'connections',
    title: 'Connections of devices',
    table: 'device_connections',
    column: 'disconnected_at',
    setting: 'KEEP_CONNECTIONS_DAYS',
  },
]

export const gatewayDomain: Domain = {
  name: 'gateway',
  tables: ['device_connections'],
  jobs: gatewayJobs,
  retentions,
}
