import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailDueAgreement, mailDueAgreementJob, tellOfNewWordings } from './new-wordings.ts'
import { mailSigned, mailSignedJob } from './signed-copy.ts'

const tellOfNewWordingsJob = job('tellOfNewWordings', z.object({}))

export const agreementJobs = [
  handle(mailDueAgreementJob, (ctx, payload) => mailDueAgreement(ctx, payload)),
  handle(mailSignedJob, (ctx, payload) => mailSigned(ctx, payload)),
  handle(tellOfNewWordingsJob, (ctx) => tellOfNewWordings(ctx), { schedule: '17 * * * *' }),
]
