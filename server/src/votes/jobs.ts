import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { tendVotes } from './due-votes.ts'
import { mailVoters, mailVotersJob } from './letters.ts'
import { secretVoteJobs } from './secret/publication.ts'

const tendVotesJob = job('tendVotes', z.object({}))

export const voteJobs = [
  ...secretVoteJobs,
  handle(tendVotesJob, (ctx) => tendVotes(ctx), { schedule: '* * * * *' }),
  handle(mailVotersJob, (ctx, payload) => mailVoters(ctx, payload)),
]
