// On its own: tests of webhooks have nothing to do with values.
import type { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { queueTest } from '#platform/chat/queue-lines.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

/** Says something in a chat, to see whether it arrives. Works before the chat is switched on. */
export const testWebhook = async (ctx: Ctx, webhook: ChatWebhook): Promise<void> => {
  const settings = await ctx.settings.all()
  if (settings[webhook] === '') throw badField('key', 'Enter the address of the webhook first.')
  await change(ctx, 'chat.tested', async (work) => {
    const words = `A test post of ${settings.SITE_NAME}. Posts arrive here.`
    await queueTest(work, { webhook, line: { words, tone: 'good', happenedAt: ctx.now() } })
    return {
      result: undefined,
      data: { key: webhook },
      tell: [screens.notice({ topic: 'chat', audience: { staff: ['settings'] } })],
    }
  })
}
