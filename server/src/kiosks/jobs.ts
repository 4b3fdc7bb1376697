import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailKioskAuthorised } from './mails.ts'

export const mailKioskJob = job('mailKiosk', z.object({ kioskId: z.number().int() }))

export const kioskJobs = [handle(mailKioskJob, mailKioskAuthorised)]
