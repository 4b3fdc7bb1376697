import type { ChatTopic } from '@spacekeeper/contract/settings/words.ts'
import { sql } from 'kysely'
import type { ChatLine } from '#platform/chat/chat-line.ts'
import { collectLines } from '#platform/chat/collect-lines.ts'
import type { NewLine } from '#platform/chat/queue-lines.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import { chatName, nameColumns } from '#platform/shown-name.ts'
import { listChatServices } from '../devices/devices.ts'

/** Something a member did at a device. */
export type DeviceNews = { deviceId: number; memberId: number; at: Date }

export type ChatSentence = Pick<ChatLine, 'words' | 'tone'>

export type NewsWords<N extends DeviceNews> = {
  topic: ChatTopic
  /** Null for what the chats are not told. */
  describe: (news: N, names: { member: string; device: string }) => ChatSentence | null
}

/** What chats call these members. */
const listChatNames = async (ctx: Ctx, memberIds: readonly number[]): Promise<Map<number, string>> => {
  const byDefault = await ctx.settings.get('SHOWN_NAME')
  const rows = await ctx.db
    .selectFrom('members as m')
    .select(['m.id', 'm.is_hidden_from_members', ...nameColumns])
    .where('m.id', '=', sql<number>`any(${[...new Set(memberIds)]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, chatName(row, byDefault)]))
}

/** One line for each piece of news of a batch; none for devices that are hidden from members. */
export const linesOfNews = async <N extends DeviceNews>(
  ctx: Ctx,
  { news, topic, describe }: NewsWords<N> & { news: readonly N[] },
): Promise<NewLine[]> => {
  const deviceIds = news.map(({ deviceId }) => deviceId)
  const memberIds = news.map(({ memberId }) => memberId)
  const [devices, names] = await Promise.all([listChatServices(ctx, deviceIds), listChatNames(ctx, memberIds)])
  return news.flatMap((one): NewLine[] => {
    const [device, member] = [devices.get(one.deviceId), names.get(one.memberId)]
    const sentence = device && member !== undefined ? describe(one, { member, device: device.name }) : null
    return device && sentence ? [{ ...sentence, topic, happenedAt: one.at, services: device.services }] : []
  })
}

/** Posts news in the chats, a rush of it in one batch. Called once the device has its answer; returns at once. */
export const postNews = <N extends DeviceNews>(services: Services, words: NewsWords<N>): ((news: N) => void) =>
  collectLines<N>(services, {
    topic: words.topic,
    linesOf: (ctx, news) => linesOfNews(ctx, { ...words, news }),
    failure: `lines about ${words.topic} were not queued for the chats`,
  })
