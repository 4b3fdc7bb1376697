import { mostRequests, type PlaceKind } from '@spacekeeper/contract/storage/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { storageNotices } from './place-row.ts'

/** Puts the caller on the waiting list, or changes what they wait for; they keep their turn. */
export const askForPlace = (ctx: Ctx, input: { kind: PlaceKind | null; note: string }): Promise<void> =>
  change(ctx, 'storage.asked', async ({ tx }) => {
    const { id: memberId } = memberOf(ctx)
    await sql`select pg_advisory_xact_lock(hashtext('storage requests'))`.execute(tx)
    const changed = await tx
      .updateTable('storage_requests')
      .set(input)
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) {
      const { count } = await tx
        .selectFrom('storage_requests')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= mostRequests) throw new AppError('waitingListFull')
      await tx
        .insertInto('storage_requests')
        .values({ ...input, member_id: memberId, asked_at: ctx.now() })
        .execute()
    }
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { kind: input.kind },
      tell: storageNotices(memberId),
    }
  })

const endRequest = (ctx: Ctx, which: { memberId: number } | { requestId: number }): Promise<boolean> =>
  change(ctx, 'storage.unasked', async ({ tx }) => {
    const query = tx.deleteFrom('storage_requests').returning('member_id as memberId')
    const row = await (
      'memberId' in which ? query.where('member_id', '=', which.memberId) : query.where('id', '=', which.requestId)
    ).executeTakeFirst()
    if (!row) return unchanged(false)
    return { result: true, subject: { kind: 'member', id: row.memberId }, tell: storageNotices(row.memberId) }
  })

/** Takes the caller off the waiting list; it does not matter whether they are on it. */
export const withdrawRequest = async (ctx: Ctx): Promise<void> =>
  void (await endRequest(ctx, { memberId: memberOf(ctx).id }))

export const removeRequest = async (ctx: Ctx, requestId: number): Promise<void> => {
  if (!(await endRequest(ctx, { requestId }))) throw new AppError('notFound')
}
