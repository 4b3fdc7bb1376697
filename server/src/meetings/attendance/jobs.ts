import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { closeForgottenMeetings } from './opening.ts'
import { freezeDueRolls } from './roll.ts'

const freezeDueRollsJob = job('freezeDueRolls', z.object({}))

const closeForgottenMeetingsJob = job('closeForgottenMeetings', z.object({}))

export const attendanceJobs = [
  // Days begin with a quarter of an hour in every zone.
  handle(freezeDueRollsJob, (ctx) => freezeDueRolls(ctx), { schedule: '*/15 * * * *' }),
  handle(closeForgottenMeetingsJob, (ctx) => closeForgottenMeetings(ctx), { schedule: '40 * * * *' }),
]
