import { ChatWebhook, type ChatState } from '@spacekeeper/contract/settings/shapes.ts'
import type { Ctx } from '../ctx.ts'
import { openWebhooks, chatServiceOf } from './webhooks.ts'

/** How the webhooks do, in two queries; their addresses are secrets and not among it. */
export const listWebhooks = async (ctx: Ctx): Promise<ChatState[]> => {
  const settings = await ctx.settings.all()
  const open = openWebhooks(settings)
  const [known, waiting] = await Promise.all([
    ctx.db.selectFrom('chat_webhooks').selectAll().execute(),
    ctx.db
      .selectFrom('chat_lines')
      .select(['webhook', (is) => is.fn.countAll<number>().as('count')])
      .groupBy('webhook')
      .execute(),
  ])
  return ChatWebhook.options.map((webhook) => {
    const state = known.find((one) => one.webhook === webhook)
    return {
      key: webhook,
      service: chatServiceOf(webhook),
      isSet: settings[webhook] !== '',
      isOpen: open.includes(webhook),
      waiting: waiting.find((one) => one.webhook === webhook)?.count ?? 0,
      postedAt: state?.posted_at?.toISOString() ?? null,
      failingSince: state?.failing_since?.toISOString() ?? null,
      error: state?.error ?? null,
      nextTryAt: state?.failing_since ? (state.next_post_at?.toISOString() ?? null) : null,
      givenUp: state?.given_up ?? 0,
    }
  })
}
