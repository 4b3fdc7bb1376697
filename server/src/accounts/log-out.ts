import { change } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { callers } from '#platform/http/callers.ts'
import { screens } from '#platform/live/screens.ts'

/** Ends the caller's session; its token is worth nothing from now on, wherever it is kept. */
export const logOut = (ctx: Ctx): Promise<void> => {
  const { id, sessionId } = memberOf(ctx)
  return change(ctx, 'account.loggedOut', async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', sessionId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
