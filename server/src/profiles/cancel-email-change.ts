import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { endEmailChange } from '../accounts/end-email-change.ts'

/** Keeps the caller's address; the link that was mailed to the other one is worth nothing any more. */
export const cancelEmailChange = (ctx: Ctx): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, 'account.emailChangeCancelled', async (tx) => {
    if (!(await endEmailChange(tx, { memberId: id, now: ctx.now() }))) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
