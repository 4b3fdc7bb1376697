import { chatJobs } from '#platform/chat/post-to-chat.ts'
import { cleanUpJobs } from '#platform/retention/clean-up.ts'
import { domains } from './domains.ts'

/** Every background job of the portal. */
export const jobHandlers = [
  ...domains.flatMap(({ jobs = [] }) => jobs),
  ...chatJobs,
  ...cleanUpJobs(domains.flatMap(({ retentions = [] }) => retentions)),
]
