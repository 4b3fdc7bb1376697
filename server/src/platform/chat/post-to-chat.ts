import type { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import type { Ctx } from '../ctx.ts'
import { record } from '../db/change.ts'
import { handle } from '../jobs/job.ts'
import { callWebhook } from './call-webhook.ts'
import { postAgain, postToChatJob } from './chat-jobs.ts'
import type { ChatLine } from './chat-line.ts'
import { noteOutcome, type TriedPost } from './note-outcome.ts'
import { openWebhooks, refusalOfAddress, chatServiceOf } from './webhooks.ts'
import { countForOnePost, writePost } from './write-post.ts'

/** More than one post ever takes. */
const mostLines = 50

type WaitingLine = ChatLine & { id: number; isTest: boolean }

const findWaiting = async (ctx: Ctx, webhook: ChatWebhook): Promise<WaitingLine[]> => {
  const rows = await ctx.db
    .selectFrom('chat_lines')
    .selectAll()
    .where('webhook', '=', webhook)
    .orderBy('is_test', 'desc')
    .orderBy('id')
    .limit(mostLines)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    words: row.words,
    tone: row.tone === 'good' || row.tone === 'bad' ? row.tone : 'notice',
    happenedAt: row.happened_at,
    isTest: row.is_test,
  }))
}

/** What waits for a chat that was switched off is not said when it is on again. */
const forgetLines = (ctx: Ctx, webhook: ChatWebhook) =>
  record(ctx, async ({ tx }) => {
    await tx.deleteFrom('chat_lines').where('webhook', '=', webhook).where('is_test', '=', false).execute()
    return { result: undefined }
  })

const post = async (ctx: Ctx, input: { webhook: ChatWebhook; lines: WaitingLine[] }): Promise<TriedPost> => {
  const { webhook, lines } = input
  const address = await ctx.settings.get(webhook)
  const refusal = address === '' ? 'The webhook has no address.' : refusalOfAddress(address, ctx.siteUrl)
  const said = lines.slice(0, countForOnePost(lines))
  const outcome =
    refusal === null
      ? await callWebhook(address, writePost(chatServiceOf(webhook), { lines: said, now: ctx.now() }))
      : { kind: 'refused' as const, reason: refusal }
  return { webhook, outcome, lineIds: said.map(({ id }) => id), hasTest: said.some(({ isTest }) => isTest) }
}

/**
 * Sends one post with what waits for a webhook, and comes back for the rest and after a failure. A crash between the
 * service's yes and our note of it says the same once more.
 */
export const postToChat = async (ctx: Ctx, webhook: ChatWebhook): Promise<void> => {
  const isOpen = openWebhooks(await ctx.settings.all()).includes(webhook)
  if (!isOpen) await forgetLines(ctx, webhook)
  const lines = await findWaiting(ctx, webhook)
  if (lines.length === 0) return
  const known = await ctx.db.selectFrom('chat_webhooks').selectAll().where('webhook', '=', webhook).executeTakeFirst()
  const nextAt = known?.next_post_at ?? null
  if (nextAt !== null && nextAt > ctx.now()) {
    await record(ctx, async (work) => ({ result: await postAgain(work, { webhook, at: nextAt }) }))
    return
  }
  await noteOutcome(ctx, await post(ctx, { webhook, lines }))
}

export const chatJobs = [handle(postToChatJob, (ctx, { webhook }) => postToChat(ctx, webhook))]
