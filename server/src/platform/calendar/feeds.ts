import type { CalendarAddress } from '@spacekeeper/contract/meetings/shapes.ts'
import type { Ctx } from '../ctx.ts'
import { change, record, type Work, unchanged } from '../db/change.ts'
import { AppError } from '../http/app-error.ts'
import { memberOf } from '../http/member-of.ts'
import { screens } from '../live/screens.ts'
import { hashToken, newToken } from '../secrets/tokens.ts'

/** The calendars members can subscribe to under a secret address, each named as what makes its screens stale. */
export type CalendarFeed = 'meetings' | 'openings'

const ownScreens = (feed: CalendarFeed, memberId: number) => [screens.notice({ topic: feed, audience: { memberId } })]

/** Whether the caller has an address for this calendar. The address itself is not kept. */
export const getFeed = async (ctx: Ctx, feed: CalendarFeed): Promise<{ address: CalendarAddress | null }> => {
  const row = await ctx.db
    .selectFrom('calendar_feeds')
    .select(['created_at as madeAt', 'read_at as readAt'])
    .where('member_id', '=', memberOf(ctx).id)
    .where('feed', '=', feed)
    .executeTakeFirst()
  if (!row) return { address: null }
  return { address: { madeAt: row.madeAt.toISOString(), readAt: row.readAt?.toISOString() ?? null } }
}

/** Makes a new address below `path`, which only its owner reads, and only now. The one before stops working. */
export const makeFeed = (ctx: Ctx, { feed, path }: { feed: CalendarFeed; path: string }): Promise<{ url: string }> => {
  const memberId = memberOf(ctx).id
  const token = newToken()
  return change(ctx, 'calendar.addressMade', async ({ tx }) => {
    const fresh = { token_hash: hashToken(token), created_at: ctx.now(), read_at: null }
    await tx
      .insertInto('calendar_feeds')
      .values({ member_id: memberId, feed, ...fresh })
      .onConflict((on) => on.columns(['member_id', 'feed']).doUpdateSet(fresh))
      .execute()
    return {
      result: { url: `${ctx.siteUrl}${path}/${token}.ics` },
      subject: { kind: 'member', id: memberId },
      data: { feed },
      tell: ownScreens(feed, memberId),
    }
  })
}

export const removeFeed = (ctx: Ctx, feed: CalendarFeed): Promise<void> => {
  const memberId = memberOf(ctx).id
  return change(ctx, 'calendar.addressRemoved', async ({ tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('calendar_feeds')
      .where('member_id', '=', memberId)
      .where('feed', '=', feed)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { feed },
      tell: ownScreens(feed, memberId),
    }
  })
}

/** It is enough to know that the address is in use. */
const readNoteMs = 3_600_000

/** Lets a calendar in by its address. One that was replaced or whose member has gone shows nothing. */
export const openFeed = async (ctx: Ctx, { feed, token }: { feed: CalendarFeed; token: string }): Promise<void> => {
  const row = await ctx.db
    .selectFrom('calendar_feeds as f')
    .innerJoin('members as m', 'm.id', 'f.member_id')
    .select(['f.member_id as memberId', 'f.read_at as readAt'])
    .where('f.token_hash', '=', hashToken(token.replace(/\.ics$/, '')))
    .where('f.feed', '=', feed)
    .where('m.closed_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const now = ctx.now()
  if (row.readAt !== null && now.getTime() - row.readAt.getTime() <= readNoteMs) return
  await record(ctx, async ({ tx }) => {
    await tx
      .updateTable('calendar_feeds')
      .set({ read_at: now })
      .where('member_id', '=', row.memberId)
      .where('feed', '=', feed)
      .execute()
    return { result: undefined, tell: ownScreens(feed, row.memberId) }
  })
}

/** A member has closed their account. */
export const forgetFeeds = async ({ tx }: Work, memberId: number): Promise<void> => {
  await tx.deleteFrom('calendar_feeds').where('member_id', '=', memberId).execute()
}
