import { accountJobs } from './accounts/jobs.ts'
import { deviceJobs } from './devices/jobs.ts'
import { fleetJobs } from './fleets/jobs.ts'
import { interlockJobs } from './interlocks/jobs.ts'
import { mailingJobs } from './mailings/jobs.ts'
import { memberJobs } from './members/jobs.ts'
import { messageJobs } from './messages/jobs.ts'
import { profileJobs } from './profiles/jobs.ts'
import { vendingJobs } from './vending/jobs.ts'
import { visitJobs } from './visits/jobs.ts'
import { chatJobs } from '#platform/chat/post-to-chat.ts'
import { siteJobs } from './site/jobs.ts'

/** Every background job of the portal. */
export const jobHandlers = [
  ...accountJobs,
  ...deviceJobs,
  ...fleetJobs,
  ...interlockJobs,
  ...messageJobs,
  ...memberJobs,
  ...mailingJobs,
  ...profileJobs,
  ...vendingJobs,
  ...visitJobs,
  ...chatJobs,
  ...siteJobs,
]
