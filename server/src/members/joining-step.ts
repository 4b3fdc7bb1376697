// On its own: joining has more steps than these, so `signup` looks which are left.
import { z } from 'zod'
import type { Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'

/** A member who is not in has a card now, or an induction: maybe nothing is left to do. */
export const joiningStepJob = job('joiningStep', z.object({ memberId: z.number().int() }))

/** Active members have no steps. */
export const noteJoiningStep = async (work: Work, memberId: number): Promise<void> => {
  const row = work.tx.selectFrom('members').select('membership_state as state').where('id', '=', memberId)
  if ((await row.executeTakeFirstOrThrow()).state !== 'active') await addJob(work, joiningStepJob, { memberId })
}
