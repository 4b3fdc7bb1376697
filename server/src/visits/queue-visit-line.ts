import type { Ctx } from '#platform/ctx.ts'
import { chatNameOf } from '#platform/chat/chat-name.ts'
import { queueLines } from '#platform/chat/queue-lines.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Tx } from '#platform/db/change.ts'

type Came = { memberId: number; guests: number }
type Left = { memberId: number; hasLeft: true }

const wordsOf = (name: string, visit: Came | Left): string => {
  if ('hasLeft' in visit) return `${name} has left.`
  if (visit.guests === 0) return `${name} is on site.`
  return `${name} is on site with ${visit.guests === 1 ? 'a guest' : `${visit.guests} guests`}.`
}

/** Says in the chats that somebody came or left, once it is committed. */
export const queueVisitLine = async (tx: Tx, input: { ctx: Ctx; visit: Came | Left }): Promise<void> => {
  const { ctx, visit } = input
  if (openWebhooks(await ctx.settings.all()).length === 0) return
  const member = await tx
    .selectFrom('members')
    .select(['screen_name', 'is_hidden_from_members'])
    .where('id', '=', visit.memberId)
    .executeTakeFirstOrThrow()
  const words = wordsOf(chatNameOf(member), visit)
  const tone = 'hasLeft' in visit ? 'notice' : 'good'
  await queueLines(tx, { ctx, lines: [{ words, tone, happenedAt: ctx.now() }] })
}
