import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { holdMessage } from './hold-message.ts'
import { messagesChanged } from './queue-message.ts'
import { mayCancel } from './rules.ts'

/** Stops a message that waits to be sent. Its job finds nothing to do; the text of a secret one is dropped. */
export const cancelMessage = (ctx: Ctx, messageId: number): Promise<void> =>
  change(ctx, 'message.cancelled', async (tx) => {
    const row = await holdMessage(tx, messageId)
    if (!mayCancel(ctx.actor, row.template)) throw new AppError('notAllowed')
    if (row.state !== 'queued') throw new AppError('messageSettled')
    await tx
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
