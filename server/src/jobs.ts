import { chatJobs } from '#platform/chat/post-to-chat.ts'
import { domains } from './domains.ts'

/** Every background job of the portal. */
export const jobHandlers = [...domains.flatMap(({ jobs = [] }) => jobs), ...chatJobs]
