import { randomUUID } from 'node:crypto'
import { openingsPath } from '@spacekeeper/contract/openings/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work, unchanged } from '#platform/db/change.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, queueMessages } from '../messages/outbox.ts'
import { queuePush } from '../push/notices.ts'
import { openingMail } from './mails.ts'
import { describeTimes } from './opening-times.ts'

const News = z.object({
  /** Names this piece of news. */
  id: z.uuid(),
  kind: z.enum(['announced', 'moved', 'late', 'cancelled']),
  openingId: z.number().int(),
  /** Who did it knows; null for the portal itself. */
  byMemberId: z.number().int().nullable(),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  count: z.number().int(),
  /** It is no news for those who asked to be told only later. */
  saidAt: z.coerce.date(),
})

export type OpeningNews = Omit<z.infer<typeof News>, 'id' | 'byMemberId' | 'saidAt'>

export const tellFollowersJob = job('tellOpeningFollowers', News)

/** Has the members told who asked for it. What was not sent yet of the same opening gives way to this. */
export const tellFollowers = (work: Work, news: OpeningNews): Promise<void> => {
  const byMemberId = work.ctx.actor.kind === 'member' ? work.ctx.actor.id : null
  const key = `opening-${news.openingId}`
  const told = { ...news, byMemberId, id: randomUUID(), saidAt: work.now }
  return addJob(work, tellFollowersJob, told, { key, queue: 'openingNews' })
}

/** So many at a time: a second of work. */
const batch = 50

type TellingOfNews = z.infer<typeof News>

/** The next followers after this one who were not told of this news. */
const listWaiting = (ctx: Ctx, { news, after }: { news: TellingOfNews; after: number }) =>
  ctx.db
    .selectFrom('opening_followers as f')
    .innerJoin('members as m', 'm.id', 'f.member_id')
    .select(['m.id', 'm.first_name as firstName'])
    .where('m.id', '>', after)
    .where('m.id', '!=', news.byMemberId ?? 0)
    .where('f.since', '<=', news.saidAt)
    .where('m.closed_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .where('m.email_verified_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select from opening_news_recipients r where r.news = ${news.id}::uuid and r.member_id = m.id)`,
    )
    .orderBy('m.id')
    .limit(batch)
    .execute()

/** Notes that these are told, and returns those who were not told before. */
const noteTold = async ({ tx, now }: Work, input: { news: string; memberIds: readonly number[] }) => {
  const rows = await tx
    .insertInto('opening_news_recipients')
    .values(input.memberIds.map((memberId) => ({ news: input.news, member_id: memberId, told_at: now })))
    .onConflict((on) => on.doNothing())
    .returning('member_id')
    .execute()
  return new Set(rows.map((row) => row.member_id))
}

/**
 * Emails a piece of news to those who asked for it, each once, also when the job runs twice. It walks by rising numbers
 * of members, so that it ends whatever others write meanwhile.
 */
export const emailFollowers = async (ctx: Ctx, news: TellingOfNews): Promise<void> => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const facts = { kind: news.kind, when: describeTimes(news, { zone, locale }), count: news.count }
  let waiting = await listWaiting(ctx, { news, after: 0 })
  while (waiting.length > 0) {
    const mails = new Map<number, Awaited<ReturnType<typeof writeMail>>>()
    for (const { id, firstName } of waiting) mails.set(id, await writeMail(ctx, openingMail, { ...facts, firstName }))
    const people = waiting
    await record(ctx, async (work) => {
      const told = await noteTold(work, { news: news.id, memberIds: people.map(({ id }) => id) })
      const messages = people.flatMap(({ id }) => {
        const written = mails.get(id)
        if (!written || !told.has(id)) return []
        const { kind: template, mail } = written
        return [{ memberId: id, newsUntil: news.endsAt, template, mail, isSecret: false as const }] // the literal is what the type wants
      })
      await queueMessages(work, messages)
      await queuePush(work, {
        occasion: 'openings',
        memberIds: [...told],
        title: 'Opening plan',
        text: messages[0]?.mail.subject ?? '',
        path: openingsPath,
      })
      return { result: undefined, tell: [messagesChanged] }
    })
    waiting = await listWaiting(ctx, { news, after: people.at(-1)?.id ?? 0 })
  }
}

/** Whether the caller wants these emails. */
export const setFollowing = (ctx: Ctx, isFollowing: boolean): Promise<void> => {
  const memberId = memberOf(ctx).id
  return change(ctx, isFollowing ? 'opening.followed' : 'opening.unfollowed', async ({ tx }) => {
    const rows = isFollowing
      ? await tx
          .insertInto('opening_followers')
          .values({ member_id: memberId, since: ctx.now() })
          .onConflict((on) => on.doNothing())
          .returning('member_id')
          .execute()
      : await tx.deleteFrom('opening_followers').where('member_id', '=', memberId).returning('member_id').execute()
    if (rows.length === 0) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      tell: [screens.notice({ topic: 'openings', audience: { memberId } })],
    }
  })
}
