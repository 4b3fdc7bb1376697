import type { SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import { collectLines } from '#platform/chat/collect-lines.ts'
import type { NewLine } from '#platform/chat/queue-lines.ts'
import { listChatServices } from '../devices/list-chat-services.ts'
import { listChatNames } from '../members/list-chat-names.ts'
import { wordSwipe } from './word-swipe.ts'

type Swiped = { deviceId: number; memberId: number; outcome: SwipeOutcome; at: Date }

const linesOf = async (ctx: Ctx, swipes: readonly Swiped[]): Promise<NewLine[]> => {
  const [devices, names] = await Promise.all([
    listChatServices(
      ctx,
      swipes.map(({ deviceId }) => deviceId),
    ),
    listChatNames(
      ctx,
      swipes.map(({ memberId }) => memberId),
    ),
  ])
  return swipes.flatMap(({ deviceId, memberId, outcome, at }): NewLine[] => {
    const [device, name] = [devices.get(deviceId), names.get(memberId)]
    if (!device || name === undefined) return []
    const said = wordSwipe({ name, door: device.name, outcome })
    return [{ ...said, happenedAt: at, services: device.services }]
  })
}

/** Says swipes in the chats, after they are acknowledged. Cards that nobody has are for administrators only and not said. */
export const postSwipes = (
  services: Services,
): ((swipe: Omit<Swiped, 'memberId'> & { memberId: number | null }) => void) => {
  const failure = 'swipes were not queued for the chats'
  const collect = collectLines<Swiped>(services, { topic: 'doors', linesOf, failure })
  return ({ memberId, ...swipe }) => {
    if (memberId !== null) collect({ memberId, ...swipe })
  }
}
