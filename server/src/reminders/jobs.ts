import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { runReminders } from './reminder-run.ts'

const remindersJob = job('runReminders', z.unknown())

export const reminderJobs = [
  // Some time zones are half an hour off, so that nine o'clock comes at any quarter.
  handle(remindersJob, (ctx) => runReminders(ctx), { schedule: '*/15 * * * *' }),
]
