import type { Ctx } from '#platform/ctx.ts'
import { chatNameOf } from '#platform/chat/chat-name.ts'
import { queueLines } from '#platform/chat/queue-lines.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import { record } from '#platform/db/change.ts'
import { listChatServices } from './list-chat-services.ts'

const findName = async ({ db, actor }: Ctx): Promise<string | null> => {
  if (actor.kind !== 'member') return null
  const member = await db
    .selectFrom('members')
    .select(['screen_name', 'is_hidden_from_members'])
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return member ? chatNameOf(member) : null
}

const queue = async (ctx: Ctx, deviceId: number) => {
  if (openWebhooks(await ctx.settings.all()).length === 0) return
  const device = (await listChatServices(ctx, [deviceId])).get(deviceId)
  if (!device) return
  const name = await findName(ctx)
  const words =
    name === null ? `${device.name} was opened by another system.` : `${name} opened ${device.name} from the portal.`
  const line = { words, tone: 'notice' as const, happenedAt: ctx.now(), services: device.services }
  await record(ctx, async (tx) => ({ result: await queueLines(tx, { ctx, lines: [line] }) }))
}

/** Says in the chats that a door was opened from the portal. It is open by then, so a failure here is only noted. */
export const announceBump = (ctx: Ctx, deviceId: number): Promise<void> =>
  queue(ctx, deviceId).catch((error: unknown) => ctx.log.warn({ err: error }, 'a bump was not queued for the chats'))
