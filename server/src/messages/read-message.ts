import type { Message } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findMessage } from './queries.ts'

/** One message with its text. Whoever reads a secret link of somebody else leaves a trace. */
export const readMessage = async (ctx: Ctx, messageId: number): Promise<Message> => {
  const message = await findMessage(ctx, messageId)
  if (!message) throw new AppError('notFound')
  if (!message.isSecret || message.text === null) return message
  return change(ctx, 'message.secretRead', async () => ({
    result: message,
    subject: { kind: 'message', id: messageId },
  }))
}
