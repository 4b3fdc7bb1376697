import type { SwipeOutcome } from '@spacekeeper/contract/access/shapes.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { ChatTopic } from '@spacekeeper/contract/settings/words.ts'
import type { Tone } from '#platform/chat/chat-line.ts'
import type { DeviceNews, NewsWords } from './chat-lines.ts'

/** `product`: what a vending machine sold; null where it named nothing. */
export type SwipeNews = DeviceNews & { outcome: SwipeOutcome; product: string | null }

type SwipeSentence = (names: { member: string; device: string; product: string | null }) => string

const topics: Record<DeviceKind, ChatTopic> = { door: 'doors', interlock: 'interlocks', memberbucks: 'purchases' }

const tones: Record<SwipeOutcome, Tone> = { granted: 'good', refused: 'bad', lockedOut: 'notice' }

/** Why a card was refused and what a purchase costs is private. What vending machines refuse is not posted at all. */
const sentences: Record<DeviceKind, Record<SwipeOutcome, SwipeSentence | null>> = {
  door: {
    granted: ({ member, device }) => `${member} opened ${device}.`,
    refused: ({ member, device }) => `${member} was refused at ${device}.`,
    lockedOut: ({ member, device }) => `${member} was refused at ${device}, which is locked for maintenance.`,
  },
  interlock: {
    granted: ({ member, device }) => `${member} started ${device}.`,
    refused: ({ member, device }) => `${member} couldn’t start ${device}.`,
    lockedOut: ({ member, device }) => `${member} couldn’t start ${device}, which is locked for maintenance.`,
  },
  memberbucks: {
    granted: ({ member, device, product }) => `${member} bought ${product ?? 'something'} at ${device}.`,
    refused: null,
    lockedOut: null,
  },
}

/** Chat posts about what cards do at devices of one kind. */
export const swipeWords = (kind: DeviceKind): NewsWords<SwipeNews> => ({
  topic: topics[kind],
  describe: ({ outcome, product }, names) => {
    const sentence = sentences[kind][outcome]
    return sentence && { words: sentence({ ...names, product }), tone: tones[outcome] }
  },
})
