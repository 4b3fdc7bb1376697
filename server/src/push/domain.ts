// On its own: every domain has one.
import type { Domain } from '#platform/domain.ts'
import { handle } from '#platform/jobs/job.ts'
import { pushChecks } from './checks.ts'
import { sendPush } from './delivery.ts'
import { sendPushJob } from './notices.ts'
import { pushPersonalData, pushRetentions } from './personal-data.ts'
import { pushRoutes } from './routes.ts'

export const pushDomain: Domain = {
  name: 'push',
  tables: ['push_keys', 'push_choices', 'push_devices', 'push_notices'],
  routes: pushRoutes,
  jobs: [handle(sendPushJob, sendPush)],
  checks: pushChecks,
  personalData: pushPersonalData,
  retentions: pushRetentions,
}
