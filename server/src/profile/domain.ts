import type { Domain } from '#platform/domain.ts'
import { profileMails } from './mails.ts'
import { closingRetentions } from './retention.ts'
import { profileRoutes } from './routes.ts'

export const profileDomain: Domain = {
  name: 'profile',
  routes: profileRoutes,
  retentions: closingRetentions,
  mails: profileMails,
}
