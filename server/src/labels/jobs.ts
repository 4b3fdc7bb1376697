import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { remindOfTickets } from './reminders.ts'

const remindOfTicketsJob = job('remindOfTickets', z.object({}))

export const labelJobs = [handle(remindOfTicketsJob, (ctx) => remindOfTickets(ctx), { schedule: '22 * * * *' })]
