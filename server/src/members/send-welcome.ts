import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { mailMemberJob } from './jobs.ts'
import { lockMember } from './lock-member.ts'

/** Sends the welcome mail, whatever state the member is in. */
export const sendWelcome = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'member.welcomeSent', async (tx) => {
    await lockMember(tx, memberId)
    await addJob(tx, mailMemberJob, { memberId, mail: 'welcome' })
    return { result: undefined, subject: { kind: 'member', id: memberId } }
  })
