import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { issuesChanged } from './notices.ts'

/** Adds members to those who have a problem; who reported it has it anyway. */
export const addFollowers = async (
  { tx, now }: Work,
  { reportId, memberIds }: { reportId: number; memberIds: readonly number[] },
): Promise<void> => {
  if (memberIds.length === 0) return
  await tx
    .insertInto('issue_followers')
    .values(memberIds.map((member_id) => ({ report_id: reportId, member_id, since: now })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Says that the caller has a problem that is not done yet, too, or no longer. */
export const followReport = (
  ctx: Ctx,
  { issueId, isFollowed }: { issueId: number; isFollowed: boolean },
): Promise<void> =>
  change(ctx, isFollowed ? 'issue.followed' : 'issue.unfollowed', async (work) => {
    const { id: memberId } = memberOf(ctx)
    const report = await work.tx
      .selectFrom('issue_reports as r')
      .select(['r.title', 'r.state', 'r.reporter_id'])
      .select((is) =>
        is
          .exists(
            is
              .selectFrom('issue_followers as f')
              .select('f.member_id')
              .whereRef('f.report_id', '=', 'r.id')
              .where('f.member_id', '=', memberId),
          )
          .as('is_followed'),
      )
      .where('r.id', '=', issueId)
      .executeTakeFirst()
    if (!report || (isFollowed && report.state === 'done')) throw new AppError('notFound')
    if (report.is_followed === isFollowed || report.reporter_id === memberId) return unchanged(undefined)
    if (isFollowed) await addFollowers(work, { reportId: issueId, memberIds: [memberId] })
    else
      await work.tx
        .deleteFrom('issue_followers')
        .where('report_id', '=', issueId)
        .where('member_id', '=', memberId)
        .execute()
    return {
      result: undefined,
      subject: { kind: 'issue', id: issueId },
      data: { name: report.title },
      tell: issuesChanged,
    }
  })
