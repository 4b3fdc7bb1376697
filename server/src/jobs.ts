import { chatJobs } from '#platform/chat/post-to-chat.ts'
import { cleanUpJobs } from '#platform/retention/clean-up.ts'
import { doctorJobs } from './doctor/jobs.ts'
import { domains } from './domains.ts'
import { formerJobs } from './former-jobs.ts'
import { leavingJobs } from './leaving/jobs.ts'

/** Every background job of the portal. */
export const jobHandlers = [
  ...domains.flatMap(({ jobs = [] }) => jobs),
  ...chatJobs,
  ...formerJobs,
  ...doctorJobs(domains),
  ...leavingJobs(domains),
  ...cleanUpJobs(domains.flatMap(({ retentions = [] }) => retentions)),
]
