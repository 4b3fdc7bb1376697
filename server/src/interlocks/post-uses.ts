import type { Ctx, Services } from '#platform/ctx.ts'
import { collectLines } from '#platform/chat/collect-lines.ts'
import type { NewLine } from '#platform/chat/queue-lines.ts'
import { listChatServices } from '../devices/list-chat-services.ts'
import { listChatNames } from '../members/list-chat-names.ts'
import { wordUse, type UseNews } from './word-use.ts'

type Happened = { deviceId: number; memberId: number; at: Date; news: UseNews }

/** What is said of these; nothing of machines that are hidden from members. */
export const linesOfUses = async (ctx: Ctx, uses: readonly Happened[]): Promise<NewLine[]> => {
  const [devices, names] = await Promise.all([
    listChatServices(
      ctx,
      uses.map(({ deviceId }) => deviceId),
    ),
    listChatNames(
      ctx,
      uses.map(({ memberId }) => memberId),
    ),
  ])
  return uses.flatMap(({ deviceId, memberId, at, news }): NewLine[] => {
    const [device, name] = [devices.get(deviceId), names.get(memberId)]
    if (!device || name === undefined) return []
    const said = wordUse({ name, machine: device.name, news })
    return [{ ...said, topic: 'interlocks', happenedAt: at, services: device.services }]
  })
}

/** Says starts and refusals in the chats, after the machine has its answer. Cards that nobody has are not said. */
export const postUses = (
  services: Services,
): ((happened: Omit<Happened, 'memberId'> & { memberId: number | null }) => void) => {
  const failure = 'uses of machines were not queued for the chats'
  const collect = collectLines<Happened>(services, { topic: 'interlocks', linesOf: linesOfUses, failure })
  return ({ memberId, ...happened }) => {
    if (memberId !== null) collect({ memberId, ...happened })
  }
}
