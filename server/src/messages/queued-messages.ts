import { MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { isChannelSetUp } from './messages.ts'
import { messagesChanged, sendMessageJob } from './outbox.ts'
import { mayCancel, retryRefusalOf } from './rules.ts'

/** Locks the row of a message until the transaction ends. */
export const lockMessage = async ({ tx }: Work, messageId: number) => {
  const row = await tx.selectFrom('messages').selectAll().where('id', '=', messageId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Stops a message that waits to be sent. Its job finds nothing to do; the text of a secret one is dropped. */
export const cancelMessage = (ctx: Ctx, messageId: number): Promise<void> =>
  change(ctx, 'message.cancelled', async (work) => {
    const row = await lockMessage(work, messageId)
    if (!mayCancel(ctx.actor, row.template)) throw new AppError('notAllowed')
    if (row.state !== 'queued') throw new AppError('messageSettled')
    await work.tx
      .updateTable('messages')
      .set({ state: 'cancelled', ...(row.is_secret && { text: null, html: null }) })
      .where('id', '=', messageId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'message', id: messageId },
      data: { memberId: row.member_id, kind: row.template },
      tell: [messagesChanged],
    }
  })

/** Sends a message again that failed, or that was kept until there was something to send it with. */
export const retryMessage = (ctx: Ctx, messageId: number): Promise<void> =>
  change(ctx, 'message.retried', async (work) => {
    const row = await lockMessage(work, messageId)
    const refusal = retryRefusalOf({
      state: MessageState.parse(row.state),
      isSecret: row.is_secret,
      hasText: row.text !== null,
      newsUntil: row.news_until,
      isSetUp: await isChannelSetUp(ctx, row.channel),
      now: ctx.now(),
    })
    if (refusal !== null) throw new AppError('messageSettled', { detail: `It cannot be sent again: ${refusal}.` })
    await work.tx
      .updateTable('messages')
      .set({ state: 'queued', attempts: 0, error: null })
      .where('id', '=', messageId)
      .execute()
    await addJob(work, sendMessageJob, { messageId })
    return {
      result: undefined,
      subject: { kind: 'message', id: messageId },
      data: { memberId: row.member_id, kind: row.template, was: row.state },
      tell: [messagesChanged],
    }
  })
