import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailMember } from './mail-member.ts'
import { memberMails, type MemberMail } from './mails.ts'

const kinds = Object.keys(memberMails) as [MemberMail, ...MemberMail[]] // Object.keys loses the literal names

export const mailMemberJob = job(
  'mailMember',
  z.object({
    memberId: z.number().int(),
    mail: z.enum(kinds),
    /** What staff wrote for the member. */
    reason: z.string().nullable().default(null),
    /** The address before, where that is what changed; it is written to as well. */
    formerEmail: z.string().nullable().default(null),
  }),
)

export const memberJobs = [handle(mailMemberJob, (ctx, payload) => mailMember(ctx, payload))]
