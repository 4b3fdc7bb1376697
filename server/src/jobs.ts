import { accountJobs } from './accounts/jobs.ts'
import { memberJobs } from './members/jobs.ts'
import { messageJobs } from './messages/jobs.ts'

/** Every background job of the portal. */
export const jobHandlers = [...accountJobs, ...messageJobs, ...memberJobs]
