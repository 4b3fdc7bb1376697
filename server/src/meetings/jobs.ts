import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { announceMeetings } from './invitations.ts'
import { sendMeetingLetter, sendMeetingLetterJob } from './letters.ts'

const announceMeetingsJob = job('announceMeetings', z.object({}))

export const meetingJobs = [
  handle(sendMeetingLetterJob, (ctx, { letterId }) => sendMeetingLetter(ctx, letterId)),
  handle(announceMeetingsJob, (ctx) => announceMeetings(ctx), { schedule: '*/10 * * * *' }),
]
