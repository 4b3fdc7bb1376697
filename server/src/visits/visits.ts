import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { queueLines } from '#platform/chat/queue-lines.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { chatName, nameColumns } from '#platform/shown-name.ts'
import { sweep } from '#platform/sweep.ts'
import { lockActor } from '../access/acting-members.ts'
import { seen } from '../access/last-seen.ts'
import { doorLists } from '../devices/channels.ts'

/** Notices for the member's own screens, for those that show who is on site, and for the member's doors. */
export const visitNotices = (memberId: number) => [
  screens.notice({ topic: 'visits', audience: 'activeMembers' }),
  screens.notice({ topic: 'visits', audience: { memberId } }),
  screens.notice({ topic: 'access', audience: { memberId } }),
  doorLists.notice({ memberIds: [memberId] }),
]

type VisitStart = { memberId: number; guests: number }

type VisitEnd = { memberId: number; hasLeft: true }

const wordsOf = (name: string, visit: VisitStart | VisitEnd): string => {
  if ('hasLeft' in visit) return `${name} has left.`
  if (visit.guests === 0) return `${name} is on site.`
  return `${name} is on site with ${sayCount(visit.guests, { one: 'a guest', other: '{count} guests' })}.`
}

/** Posts in the chats that a member came or left, once the transaction is committed. */
export const queueVisitLine = async (work: Work, visit: VisitStart | VisitEnd): Promise<void> => {
  const { tx, ctx } = work
  const settings = await ctx.settings.all()
  if (openWebhooks(settings).length === 0) return
  const member = await tx
    .selectFrom('members as m')
    .select(['m.is_hidden_from_members', ...nameColumns])
    .where('m.id', '=', visit.memberId)
    .executeTakeFirstOrThrow()
  const words = wordsOf(chatName(member, settings.SHOWN_NAME), visit)
  const tone = 'hasLeft' in visit ? 'notice' : 'good'
  await queueLines(work, [{ words, tone, happenedAt: ctx.now() }])
}

/** Signs a member in on site. A visit that is open already goes on; only its guests are replaced. */
export const signIn = (ctx: Ctx, input: { memberId: number; guests: string[] }): Promise<void> =>
  change(ctx, 'visit.signedIn', async (work) => {
    const { memberId, guests } = input
    // A suspension that was stored meanwhile has ended the visit there was, and none may begin after it.
    if ((await lockActor(work, { memberId, act: 'visit' })) !== null) throw new AppError('memberOnly')
    const row = await work.tx
      .insertInto('visits')
      .values({ member_id: memberId, signed_in_at: ctx.now(), guests })
      .onConflict((on) =>
        on
          .column('member_id')
          .where('signed_out_at', 'is', null)
          .doUpdateSet({ guests })
          .where('visits.guests', 'is distinct from', sql<string[]>`excluded.guests`),
      )
      // xmax is 0 for an inserted row and not for an updated one.
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirst()
    if (!row) return unchanged(undefined)
    await seen(work, { memberId, at: ctx.now() })
    if (row.is_new) await queueVisitLine(work, { memberId, guests: guests.length })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { guests: guests.length },
      tell: visitNotices(memberId),
    }
  })

/**
 * Ends a member's open visit and returns whether there was one. With `startedBefore` only a visit that began by then.
 * Runs in the caller's transaction.
 */
export const endVisit = async (
  { tx, now }: Work,
  { memberId, startedBefore }: { memberId: number; startedBefore?: Date },
): Promise<boolean> => {
  const ended = await tx
    .updateTable('visits')
    .set((is) => ({ signed_out_at: is.fn('greatest', ['signed_in_at', is.val(now)]) }))
    .where('member_id', '=', memberId)
    .where('signed_out_at', 'is', null)
    .$if(startedBefore !== undefined, (query) => query.where('signed_in_at', '<=', startedBefore ?? now))
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends the open visits of many members in the caller's transaction, and returns whose. */
export const endVisits = async ({ tx, now }: Work, memberIds: readonly number[]): Promise<number[]> => {
  const ended = await tx
    .updateTable('visits')
    .set((is) => ({ signed_out_at: is.fn('greatest', ['signed_in_at', is.val(now)]) }))
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('signed_out_at', 'is', null)
    .returning('member_id')
    .execute()
  return ended.map((row) => row.member_id)
}

/** Signs a member out. Does nothing for a member who is not on site. */
export const signOut = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'visit.signedOut', async (work) => {
    if (!(await endVisit(work, { memberId }))) return unchanged(undefined)
    await queueVisitLine(work, { memberId, hasLeft: true })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: visitNotices(memberId) }
  })

const longestVisitMs = 24 * 60 * 60 * 1000

const mostForgotten = 500

/** Signs out members who came more than a day ago and forgot to sign out. */
export const endForgottenVisits = async (ctx: Ctx): Promise<void> => {
  const startedBefore = new Date(ctx.now().getTime() - longestVisitMs)
  const forgotten = await ctx.db
    .selectFrom('visits')
    .select('member_id')
    .where('signed_out_at', 'is', null)
    .where('signed_in_at', '<=', startedBefore)
    .limit(mostForgotten)
    .execute()
  await sweep(ctx, forgotten, {
    what: 'forgotten visits',
    nameOf: ({ member_id: memberId }) => `member ${memberId}`,
    work: async ({ member_id: memberId }) => {
      await change(ctx, 'visit.forgotten', async (work) => {
        // The member may have left and come back since the list was read.
        if (!(await endVisit(work, { memberId, startedBefore }))) return unchanged(undefined)
        return { result: undefined, subject: { kind: 'member', id: memberId }, tell: visitNotices(memberId) }
      })
    },
  })
}

/** Ends the visit of a member whose account closes, and erases the names of guests but not how many there were. */
export const forgetVisits = async (work: Work, memberId: number): Promise<void> => {
  await endVisit(work, { memberId })
  await work.tx
    .updateTable('visits')
    .set({ guests: sql<string[]>`array_fill('Guest'::text, array[cardinality(guests)])` })
    .where('member_id', '=', memberId)
    .where(sql<boolean>`cardinality(guests) > 0`)
    .execute()
}
