import { handle } from '#platform/jobs/job.ts'
import { mailBank, mailBankJob } from './mails.ts'

export const bankJobs = [handle(mailBankJob, mailBank)]
