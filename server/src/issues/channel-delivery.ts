import type { IssueChannel } from '@spacekeeper/contract/issues/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { sendTo, type ReportFacts, type SendFacts, type SentPost } from './channels.ts'
import { issuesChanged } from './notices.ts'
import { sendLater } from './posts.ts'
import { missingFor, mostTries, waitAfterTry, waitAskedFor } from './rules.ts'
import { ServiceFault } from './service.ts'

/** What channels say of a report. */
const findFacts = async (ctx: Ctx, reportId: number): Promise<ReportFacts | null> => {
  const row = await ctx.db
    .selectFrom('issue_reports as r')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .leftJoin('members as m', 'm.id', 'r.reporter_id')
    .select(['r.id', 'r.title', 'r.description', 'r.area', 'r.is_unsafe', 'r.locked_at', 'd.name as device'])
    .select(['m.id as member_id', 'm.email', 'm.closed_at', 'm.first_name', 'm.last_name', 'm.screen_name'])
    .select(['m.name_choice', 'm.is_hidden_from_members'])
    .select((is) =>
      is
        .selectFrom('issue_pictures as p')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('p.report_id', '=', 'r.id')
        .as('pictures'),
    )
    .where('r.id', '=', reportId)
    .executeTakeFirst()
  if (!row) return null
  const { first_name, last_name, screen_name, name_choice, is_hidden_from_members } = row
  const isThere = row.member_id !== null && row.closed_at === null
  const names =
    isThere && first_name !== null && last_name !== null && screen_name !== null && is_hidden_from_members !== null
      ? { first_name, last_name, screen_name, name_choice, is_hidden_from_members }
      : null
  return {
    reportId,
    title: row.title,
    description: row.description,
    place: row.device ?? row.area,
    isUnsafe: row.is_unsafe,
    isLocked: row.locked_at !== null,
    pictures: row.pictures ?? 0,
    reporter: names && { ...names, memberId: row.member_id ?? 0, email: row.email ?? '' },
  }
}

type SendOutcome = { kind: 'sent'; post: SentPost } | { kind: 'fault'; fault: ServiceFault }

const attempt = async (facts: SendFacts, channel: IssueChannel): Promise<SendOutcome> => {
  const missing = missingFor(channel, facts.settings)
  if (missing !== null) return { kind: 'fault', fault: new ServiceFault(missing, { isFinal: true }) }
  try {
    return { kind: 'sent', post: await sendTo[channel](facts) }
  } catch (error) {
    if (error instanceof ServiceFault) return { kind: 'fault', fault: error }
    throw error
  }
}

/** Notes a try that did not arrive, and when the next one is; none when it never will. */
const noteFault = (ctx: Ctx, input: { reportId: number; channel: IssueChannel; tries: number; fault: ServiceFault }) =>
  record(ctx, async (work) => {
    const { reportId, channel, tries, fault } = input
    const isOver = fault.isFinal || tries >= mostTries
    const waitMs = fault.waitSeconds === null ? waitAfterTry(tries) : waitAskedFor(fault.waitSeconds)
    const nextAt = isOver ? null : new Date(ctx.now().getTime() + waitMs)
    await work.tx
      .updateTable('issue_posts')
      .set({
        state: fault.isFinal ? 'failed' : isOver ? 'givenUp' : 'waiting',
        error: fault.message.slice(0, 500),
        tries,
        tried_at: ctx.now(),
        next_try_at: nextAt,
      })
      .where('report_id', '=', reportId)
      .where('channel', '=', channel)
      .execute()
    if (nextAt) await sendLater(work, { reportId, channel }, nextAt)
    return { result: undefined, tell: issuesChanged }
  })

/**
 * One try to send a report to one channel. A crash between the service's yes and our note of it makes a second card;
 * nothing else does: what is there already is noted at once, and a further try goes on from it.
 */
export const sendIssue = async (
  ctx: Ctx,
  { reportId, channel }: { reportId: number; channel: IssueChannel },
): Promise<void> => {
  const post = await ctx.db
    .selectFrom('issue_posts')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('channel', '=', channel)
    .executeTakeFirst()
  const report = post?.state === 'waiting' ? await findFacts(ctx, reportId) : null
  if (!post || !report) return
  const keep = (progress: { reference: string; url: string | null; picturesSent: number }) =>
    record(ctx, async ({ tx }) => {
      await tx
        .updateTable('issue_posts')
        .set({ reference: progress.reference, url: progress.url, pictures_sent: progress.picturesSent })
        .where('report_id', '=', reportId)
        .where('channel', '=', channel)
        .execute()
      return { result: undefined }
    })
  const settings = await ctx.settings.all()
  const before = { reference: post.reference, url: post.url, picturesSent: post.pictures_sent }
  const outcome = await attempt({ ctx, settings, report, before, keep }, channel)
  const tries = post.tries + 1
  if (outcome.kind === 'fault') {
    const { fault } = outcome
    ctx.log.warn({ reportId, channel, tries, reason: fault.message }, 'a channel did not take an issue report')
    return noteFault(ctx, { reportId, channel, tries, fault })
  }
  const { error = null, queue } = outcome.post
  await record(ctx, async (work) => {
    const messageId = (await queue?.(work)) ?? null
    await work.tx
      .updateTable('issue_posts')
      .set({ state: 'sent', error, tries, tried_at: ctx.now(), next_try_at: null, message_id: messageId })
      .where('report_id', '=', reportId)
      .where('channel', '=', channel)
      .where('state', '=', sql.lit('waiting'))
      .execute()
    return { result: undefined, tell: [...issuesChanged, ...(outcome.post.tell ?? [])] }
  })
}
