import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import type { NewMessage } from './queue-message.ts'
import { sendMessageJob } from './send-message-job.ts'

/** What many get waits for what one person is waiting for. */
const behindOthers = 10

/** Sends many messages once the transaction is committed, in two statements; their ids in the same order. */
export const queueMessages = async (
  tx: Tx,
  input: { ctx: Ctx; messages: readonly (NewMessage & { isSecret: false })[] },
): Promise<number[]> => {
  const { ctx, messages } = input
  if (messages.length === 0) return []
  const rows = await tx
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        recipient: message.to,
        member_id: message.memberId,
        reply_to: message.replyTo ?? null,
        template: message.template,
        subject: message.mail.subject,
        text: message.mail.text,
        html: message.mail.html,
        created_at: ctx.now(),
      })),
    )
    .returning('id')
    .execute()
  // Numbers are given out in the order of the rows.
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await addJobs(tx, {
    declared: sendMessageJob,
    payloads: ids.map((messageId) => ({ messageId })),
    priority: behindOthers,
  })
  return ids
}
