import type { Settings } from '@spacekeeper/contract/index.ts'
import type { IssueChannel, IssuePost } from '@spacekeeper/contract/issues/shapes.ts'
import { IssueChannel as Channel } from '@spacekeeper/contract/issues/shapes.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { issuesChanged } from './notices.ts'
import { maySendAgain, openChannels, postStateOf } from './rules.ts'

export const sendIssueJob = job('sendIssue', z.object({ reportId: z.number().int(), channel: Channel }))

type PostKey = { reportId: number; channel: IssueChannel }

/** One report at a time goes to a channel, so one that hangs holds up neither others nor the same report twice. */
export const sendLater = (work: Work, { reportId, channel }: PostKey, runAt?: Date): Promise<void> =>
  addJob(
    work,
    sendIssueJob,
    { reportId, channel },
    { key: `issue:${reportId}:${channel}`, queue: `issue:${channel}`, ...(runAt && { runAt }) },
  )

/** Chats name the card and the task, so these go first. */
const chatDelayMs = 10_000

const isChat = (channel: IssueChannel) => channel === 'discord' || channel === 'slack'

const isBoard = (channel: IssueChannel) => channel === 'trello' || channel === 'vikunja'

/** Has a new report go to every channel that is on, each by itself, once the transaction is committed. */
export const queuePosts = async (
  work: Work,
  { reportId, settings }: { reportId: number; settings: Settings },
): Promise<void> => {
  const channels = openChannels(settings)
  if (channels.length === 0) return
  await work.tx
    .insertInto('issue_posts')
    .values(channels.map((channel) => ({ report_id: reportId, channel })))
    .execute()
  const hasBoard = channels.some(isBoard)
  for (const channel of channels) {
    const later = hasBoard && isChat(channel) ? new Date(work.now.getTime() + chatDelayMs) : undefined
    await sendLater(work, { reportId, channel }, later)
  }
}

/** What became of sending a report, by channel. */
export const listPosts = async ({ db }: Pick<Ctx, 'db'>, reportId: number): Promise<IssuePost[]> => {
  const rows = await db
    .selectFrom('issue_posts as p')
    .leftJoin('messages as m', 'm.id', 'p.message_id')
    .selectAll('p')
    .select(['m.state as message_state', 'm.error as message_error'])
    .where('p.report_id', '=', reportId)
    .execute()
  return Channel.options.flatMap((channel) => {
    const row = rows.find((one) => one.channel === channel)
    if (!row) return []
    const state = postStateOf({ state: row.state, messageState: row.message_state })
    return {
      channel,
      state,
      url: row.url,
      error: row.message_error ?? row.error,
      tries: row.tries,
      triedAt: row.tried_at?.toISOString() ?? null,
      nextTryAt: state === 'waiting' ? (row.next_try_at?.toISOString() ?? null) : null,
    }
  })
}

const channelNames: Record<IssueChannel, string> = {
  email: 'email',
  discord: 'Discord',
  slack: 'Slack',
  trello: 'Trello',
  vikunja: 'Vikunja',
}

/** Sends a report at once to a channel that has not taken it, with all tries anew. */
export const sendAgain = (ctx: Ctx, { issueId, channel }: { issueId: number; channel: IssueChannel }): Promise<void> =>
  change(ctx, 'issue.sentAgain', async (work) => {
    const post = await work.tx
      .selectFrom('issue_posts as p')
      .innerJoin('issue_reports as r', 'r.id', 'p.report_id')
      .leftJoin('messages as m', 'm.id', 'p.message_id')
      .select(['p.state', 'p.message_id', 'r.title', 'm.state as message_state'])
      .where('p.report_id', '=', issueId)
      .where('p.channel', '=', channel)
      .forUpdate('p')
      .executeTakeFirst()
    if (!post) throw new AppError('notFound')
    const state = postStateOf({ state: post.state, messageState: post.message_state })
    if (!maySendAgain({ channel, state, hasMessage: post.message_id !== null })) throw new AppError('messageSettled')
    await work.tx
      .updateTable('issue_posts')
      .set({ state: 'waiting', tries: 0, next_try_at: ctx.now(), message_id: null })
      .where('report_id', '=', issueId)
      .where('channel', '=', channel)
      .execute()
    await sendLater(work, { reportId: issueId, channel })
    return {
      result: undefined,
      subject: { kind: 'issue', id: issueId },
      data: { name: post.title, channel: channelNames[channel] },
      tell: issuesChanged,
    }
  })
