import { someKeysOf } from '@spacekeeper/contract/keys-of.ts'
import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailMember, memberMails } from './mails.ts'

export const mailMemberJob = job(
  'mailMember',
  z.object({
    memberId: z.number().int(),
    mail: z.enum(someKeysOf(memberMails)),
    /** Whether it says why they are suspended, which stands in their row. */
    hasReason: z.boolean().default(false),
  }),
)

export const memberJobs = [handle(mailMemberJob, (ctx, payload) => mailMember(ctx, payload))]
