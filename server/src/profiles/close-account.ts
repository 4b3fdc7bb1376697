import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { checkPassword, holdProven, type Proof } from '../accounts/check-password.ts'
import { endProofs } from '../accounts/end-proofs.ts'
import { grantNotices } from '../devices/grant-notices.ts'
import { lockGrants } from '../devices/lock-grants.ts'
import { forgetPin } from '../kiosks/remove-pin.ts'
import { eraseMember } from '../members/erase-member.ts'
import { keepLastAdministrator } from '../members/keep-administrator.ts'
import { memberNotices } from '../members/member-notices.ts'
import { forgetMessages } from '../messages/forget-messages.ts'
import { forgetVisits } from '../visits/forget-visits.ts'
import { visitNotices } from '../visits/visit-notices.ts'
import { mailClosedJob } from './jobs.ts'

/**
 * Closes the caller's account for good: what names him goes, and so does everything that lets him in. What is kept,
 * and why, stands in docs/decisions/0013-what-is-left-of-a-closed-account.md.
 */
export const closeAccount = async (ctx: Ctx, proof: Proof): Promise<void> => {
  const proven = await checkPassword(ctx, proof)
  const { id } = proven
  await change(ctx, 'account.closed', async (tx) => {
    const now = ctx.now()
    await lockGrants(tx)
    await keepLastAdministrator(tx, id)
    const { email } = await holdProven(tx, proven)
    await endProofs(tx, { memberId: id, now })
    await forgetPin(tx, id)
    await forgetVisits(tx, { memberId: id, now })
    await forgetMessages(tx, { memberIds: [id], isWaitingToo: false })
    const { firstName, lastName, isSuspended, deviceIds, cards } = await eraseMember(tx, { ctx, memberId: id })
    await addJob(tx, mailClosedJob, { memberId: id, email, firstName, lastName, isSuspended })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { cards, grants: deviceIds.length, isSuspended },
      tell: [
        ...grantNotices({ deviceIds, memberIds: [id] }),
        ...visitNotices(id),
        ...memberNotices(id),
        screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
      ],
    }
  })
}
