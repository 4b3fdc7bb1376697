import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { endVisit } from './end-visit.ts'
import { queueVisitLine } from './queue-visit-line.ts'
import { visitNotices } from './visit-notices.ts'

/** Ends a member's visit. Nothing happens to somebody who is not on site. */
export const signOut = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'visit.signedOut', async (tx) => {
    if (!(await endVisit(tx, { memberId, now: ctx.now() }))) return unchanged(undefined)
    await queueVisitLine(tx, { ctx, visit: { memberId, hasLeft: true } })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: visitNotices(memberId) }
  })
