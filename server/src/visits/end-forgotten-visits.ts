import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { endVisit } from './end-visit.ts'
import { visitNotices } from './visit-notices.ts'

const longestVisitMs = 24 * 60 * 60 * 1000
const atOnce = 500

/** Signs out who came more than a day ago: he has left without saying so. */
export const endForgottenVisits = async (ctx: Ctx): Promise<void> => {
  const startedBefore = new Date(ctx.now().getTime() - longestVisitMs)
  const forgotten = await ctx.db
    .selectFrom('visits')
    .select('member_id')
    .where('signed_out_at', 'is', null)
    .where('signed_in_at', '<=', startedBefore)
    .limit(atOnce)
    .execute()
  for (const { member_id: memberId } of forgotten) {
    await change(ctx, 'visit.forgotten', async (tx) => {
      // He may have left and come back since the list was read.
      if (!(await endVisit(tx, { memberId, now: ctx.now(), startedBefore }))) return unchanged(undefined)
      return { result: undefined, subject: { kind: 'member', id: memberId }, tell: visitNotices(memberId) }
    })
  }
}
