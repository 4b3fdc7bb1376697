// On its own: what closes a vote and what publishes it import it, and the latter imports the former.
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { boxClosesAt } from './ballot-box.ts'
import { destroyBallotKey } from './ballot-key.ts'

export const publishSecretVoteJob = job('publishSecretVote', z.object({ motionId: z.number().int() }))

/** The result comes so long after the box has closed, at a moment that says nothing about the last ballot. */
const publicationSeconds = { from: 5, to: 30 }

/** With the closing of a secret vote: nothing more is signed, and the result follows when the last ballots are in. */
export const closeBox = async (work: Work, { motionId, closedAt }: { motionId: number; closedAt: Date }) => {
  await destroyBallotKey(work, motionId)
  const seconds = randomInt(publicationSeconds.from, publicationSeconds.to + 1)
  const runAt = new Date(boxClosesAt(closedAt).getTime() + seconds * 1000)
  await addJob(work, publishSecretVoteJob, { motionId }, { runAt, key: `publish-vote-${motionId}` })
}
