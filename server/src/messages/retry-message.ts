import { MessageState } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { holdMessage } from './hold-message.ts'
import { sendMessageJob } from './send-message-job.ts'
import { isChannelSetUp } from './queries.ts'
import { messagesChanged } from './queue-message.ts'
import { retryRefusalOf } from './rules.ts'

/** Sends a message again that failed, or that was kept until there was something to send it with. */
export const retryMessage = (ctx: Ctx, messageId: number): Promise<void> =>
  change(ctx, 'message.retried', async (tx) => {
    const row = await holdMessage(tx, messageId)
    const refusal = retryRefusalOf({
      state: MessageState.parse(row.state),
      isSecret: row.is_secret,
      hasText: row.text !== null,
      createdAt: row.created_at,
      isSetUp: await isChannelSetUp(ctx, row.channel),
      now: ctx.now(),
    })
    if (refusal !== null) throw new AppError('messageSettled', { detail: `It cannot be sent again: ${refusal}.` })
    await tx
      .updateTable('messages')
      .set({ state: 'queued', attempts: 0, error: null })
      .where('id', '=', messageId)
      .execute()
    await addJob(tx, sendMessageJob, { messageId })
    return {
      result: undefined,
      subject: { kind: 'message', id: messageId },
      data: { memberId: row.member_id, kind: row.template, was: row.state },
      tell: [messagesChanged],
    }
  })
