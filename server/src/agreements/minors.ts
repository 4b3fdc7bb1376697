import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'

/** Whether a row of `members` signs with a guardian: they named one, and staff have not said that they are of age since. */
export const isMinor = sql<boolean>`exists (select from minors where minors.member_id = members.id)`

/** Notes a member, who is locked, as one who signs with a guardian. */
export const noteMinor = async ({ tx, now }: Work, memberId: number): Promise<void> => {
  await tx
    .insertInto('minors')
    .values({ member_id: memberId, since: now })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** A member is of age: they sign without a guardian from now on, and anew what still waits for one. */
export const endMinority = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'agreement.ofAge', async (work) => {
    const { tx, now } = work
    await lockMember(work, memberId)
    const row = await tx.deleteFrom('minors').where('member_id', '=', memberId).returning('since').executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const ended = await tx
      .updateTable('guardian_requests')
      .set({ ended_at: now })
      .where('member_id', '=', memberId)
      .where('signed_at', 'is', null)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    await tx
      .deleteFrom('agreement_signatures')
      .where('member_id', '=', memberId)
      .where('guardian_request_id', '=', sql<number>`any(${ended.map(({ id }) => id)}::int[])`)
      .execute()
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: memberNotices(memberId) }
  })
