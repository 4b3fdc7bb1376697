import type { SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import { sql } from 'kysely'
import { systemCtx, type Ctx, type Services } from '#platform/ctx.ts'
import { chatNameOf } from '#platform/chat/chat-name.ts'
import { queueLines, type NewLine } from '#platform/chat/queue-lines.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import { record } from '#platform/db/change.ts'
import { listChatServices } from '../devices/list-chat-services.ts'
import { wordSwipe } from './word-swipe.ts'

type Swiped = { deviceId: number; memberId: number; outcome: SwipeOutcome; at: Date }

/** Swipes of so long are queued together. */
const restMs = 250
/** In one rest; what is above is told by the list of swipes alone. */
const mostWaiting = 1000

const linesOf = async (ctx: Ctx, swipes: readonly Swiped[]): Promise<NewLine[]> => {
  const memberIds = [...new Set(swipes.map(({ memberId }) => memberId))]
  const [devices, members] = await Promise.all([
    listChatServices(ctx, [...new Set(swipes.map(({ deviceId }) => deviceId))]),
    ctx.db
      .selectFrom('members')
      .select(['id', 'screen_name', 'is_hidden_from_members'])
      .where('id', '=', sql<number>`any(${memberIds}::int[])`)
      .execute(),
  ])
  const known = new Map(members.map((member) => [member.id, member]))
  return swipes.flatMap(({ deviceId, memberId, outcome, at }): NewLine[] => {
    const [device, member] = [devices.get(deviceId), known.get(memberId)]
    if (!device || !member) return []
    const said = wordSwipe({ name: chatNameOf(member), door: device.name, outcome })
    return [{ ...said, happenedAt: at, services: device.services }]
  })
}

const queue = async (ctx: Ctx, swipes: readonly Swiped[]) => {
  if (openWebhooks(await ctx.settings.all()).length === 0) return
  const lines = await linesOf(ctx, swipes)
  if (lines.length > 0) await record(ctx, async (tx) => ({ result: await queueLines(tx, { ctx, lines }) }))
}

/**
 * Says swipes in the chats. Called after a swipe is acknowledged, and returns at once: the first is queued right away,
 * a rush of them together. Cards that nobody has are for administrators only and not said.
 */
export const postSwipes = (
  services: Services,
): ((swipe: Omit<Swiped, 'memberId'> & { memberId: number | null }) => void) => {
  const ctx = systemCtx(services)
  let waiting: Swiped[] = []
  let isResting = false

  const flush = () => {
    const swipes = waiting
    waiting = []
    isResting = true
    queue(ctx, swipes)
      .catch((error: unknown) => services.log.warn({ err: error }, 'swipes were not queued for the chats'))
      .finally(() => {
        setTimeout(() => {
          isResting = false
          if (waiting.length > 0) flush()
        }, restMs).unref()
      })
  }
  return ({ memberId, ...swipe }) => {
    if (memberId === null || waiting.length >= mostWaiting) return
    waiting.push({ memberId, ...swipe })
    if (!isResting) flush()
  }
}
