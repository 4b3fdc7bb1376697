import type { Domain } from '#platform/domain.ts'
import { webhookGauges } from './gauges.ts'
import { webhookJobs } from './jobs.ts'
import { webhookOffMail } from './mails.ts'
import { webhookRoutes } from './routes.ts'

export const webhooksDomain: Domain = {
  name: 'webhooks',
  tables: ['webhook_receivers', 'webhook_deliveries'],
  routes: webhookRoutes,
  jobs: webhookJobs,
  mails: [webhookOffMail],
  gauges: [webhookGauges],
  retentions: [
    {
      name: 'webhookDeliveries',
      title: 'The log of webhooks',
      table: 'webhook_deliveries',
      column: 'settled_at',
      setting: 'KEEP_WEBHOOK_DELIVERIES_DAYS',
    },
  ],
}
