import { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { z } from 'zod'
import type { Work } from '../db/change.ts'
import { addJob } from '../jobs/add-job.ts'
import { job } from '../jobs/job.ts'

export const postToChatJob = job('postToChat', z.object({ webhook: ChatWebhook }))

/** One such job waits for each webhook, and its posts go out one after the other, in whichever process. */
export const postAgain = (work: Work, input: { webhook: ChatWebhook; at: Date }): Promise<void> => {
  const { webhook, at } = input
  const name = `chat:${webhook}`
  return addJob(work, postToChatJob, { webhook }, { runAt: at, key: name, queue: name })
}
