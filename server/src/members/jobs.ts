import { someKeysOf } from '@spacekeeper/contract/keys-of.ts'
import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailMember, memberMails } from './mails.ts'

export const mailMemberJob = job(
  'mailMember',
  z.object({
    memberId: z.number().int(),
    mail: z.enum(someKeysOf(memberMails)),
    /** What staff wrote for the member. */
    reason: z.string().nullable().default(null),
  }),
)

export const memberJobs = [handle(mailMemberJob, (ctx, payload) => mailMember(ctx, payload))]
