import { addJob } from '#platform/jobs/add-job.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { mailLeavingJob } from './mails.ts'

/** Says goodbye, and what happens on which day. */
export const goodbyeLeavingStep: LeavingStep = {
  name: 'goodbye',
  title: 'Goodbye email',
  position: 10,
  setting: 'LEAVING_GOODBYE_DAYS',
  run: async (work, { leavingId, memberId }) => {
    await addJob(work, mailLeavingJob, { leavingId, memberId, occasion: 'goodbye' })
    return { state: 'done', words: 'An email said what happens next.' }
  },
}

/** The account stays until its owner closes it; this says so, and what is kept how long. */
export const accountLeavingStep: LeavingStep = {
  name: 'account',
  title: 'What is kept, and closing the account',
  position: 90,
  setting: 'LEAVING_ACCOUNT_DAYS',
  run: async (work, { leavingId, memberId }) => {
    await addJob(work, mailLeavingJob, { leavingId, memberId, occasion: 'account' })
    return { state: 'done', words: 'An email said what is kept, and how to close the account.' }
  },
}
