import type { Ctx, Services } from '#platform/ctx.ts'
import { collectLines } from '#platform/chat/collect-lines.ts'
import type { NewLine } from '#platform/chat/queue-lines.ts'
import { listChatServices } from '../devices/list-chat-services.ts'
import { listChatNames } from '../members/list-chat-names.ts'

type Bought = { deviceId: number; memberId: number; product: string | null; at: Date }

/** What is said of these; nothing of machines that are hidden from members, and what it cost is nobody else's business. */
const linesOf = async (ctx: Ctx, purchases: readonly Bought[]): Promise<NewLine[]> => {
  const deviceIds = purchases.map(({ deviceId }) => deviceId)
  const memberIds = purchases.map(({ memberId }) => memberId)
  const [devices, names] = await Promise.all([listChatServices(ctx, deviceIds), listChatNames(ctx, memberIds)])
  return purchases.flatMap(({ deviceId, memberId, product, at }): NewLine[] => {
    const [device, name] = [devices.get(deviceId), names.get(memberId)]
    if (!device || name === undefined) return []
    const words = `${name} bought ${product ?? 'something'} at ${device.name}.`
    return [{ words, tone: 'good', topic: 'purchases', happenedAt: at, services: device.services }]
  })
}

/** Says purchases in the chats, after the machine has its answer. */
export const postPurchases = (services: Services): ((bought: Bought) => void) =>
  collectLines(services, { topic: 'purchases', linesOf, failure: 'purchases were not queued for the chats' })
