import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import type { ChatService, ChatTopic } from '@spacekeeper/contract/settings/words.ts'
import type { Work } from '../db/change.ts'
import { postAgain } from './chat-jobs.ts'
import type { ChatLine } from './chat-line.ts'
import { openWebhooks, chatServiceOf, topicOf } from './webhooks.ts'

export type NewLine = ChatLine & {
  /** What it is about; the doors when left out. */
  topic?: ChatTopic
  /** Where it may be said; everywhere when left out. */
  services?: readonly ChatService[]
}

const rowOf = (line: ChatLine, input: { webhook: ChatWebhook; isTest: boolean }) => ({
  webhook: input.webhook,
  words: line.words.slice(0, 500),
  tone: line.tone,
  is_test: input.isTest,
  happened_at: line.happenedAt,
})

/** What is said in chats once the transaction is committed, and never if it is not. Costs nothing while none is open. */
export const queueLines = async (work: Work, lines: readonly NewLine[]): Promise<void> => {
  const { tx, ctx } = work
  const webhooks = openWebhooks(await ctx.settings.all())
  const rows = webhooks.flatMap((webhook) =>
    lines
      .filter(({ topic = 'doors', services }) => {
        const isHeard = services?.includes(chatServiceOf(webhook)) ?? true
        return isHeard && topic === topicOf(webhook)
      })
      .map((line) => rowOf(line, { webhook, isTest: false })),
  )
  if (rows.length === 0) return
  await tx.insertInto('chat_lines').values(rows).execute()
  const heard = webhooks.filter((webhook) => rows.some((row) => row.webhook === webhook))
  const paces = await tx
    .selectFrom('chat_webhooks')
    .select(['webhook', 'next_post_at'])
    .where('webhook', 'in', heard)
    .execute()
  for (const webhook of heard) {
    const waitsFor = paces.find((pace) => pace.webhook === webhook)?.next_post_at ?? null
    await postAgain(work, { webhook, at: waitsFor ?? ctx.now() })
  }
}

/** A line that is said at once, whether the chat is switched on or not, to see whether it arrives. */
export const queueTest = async (work: Work, input: { webhook: ChatWebhook; line: ChatLine }): Promise<void> => {
  const { tx, now } = work
  const { webhook, line } = input
  await tx
    .insertInto('chat_lines')
    .values(rowOf(line, { webhook, isTest: true }))
    .execute()
  await tx.updateTable('chat_webhooks').set({ next_post_at: null }).where('webhook', '=', webhook).execute()
  await postAgain(work, { webhook, at: now })
}

/** A webhook with another address begins anew. */
export const forgetFailures = async ({ tx }: Work, webhook: SettingKey): Promise<void> => {
  await tx.deleteFrom('chat_webhooks').where('webhook', '=', webhook).execute()
}
