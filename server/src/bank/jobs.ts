import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle } from '#platform/jobs/job.ts'
import { mailBank, mailBankJob } from './mails.ts'
import { tidyPayers, tidyPayersJob } from './payers.ts'

export const bankJobs = [
  handle(mailBankJob, mailBank),
  onceADay(
    handle(tidyPayersJob, (ctx) => tidyPayers(ctx)),
    '03:40',
  ),
]
