import type { SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import type { Tone } from '#platform/chat/chat-line.ts'

/** What a chat hears of a swipe. Why somebody was refused is nobody else's business. */
export const wordSwipe = (input: {
  name: string
  door: string
  outcome: SwipeOutcome
}): { words: string; tone: Tone } => {
  const { name, door, outcome } = input
  switch (outcome) {
    case 'granted':
      return { words: `${name} opened ${door}.`, tone: 'good' }
    case 'refused':
      return { words: `${name} was not let in at ${door}.`, tone: 'bad' }
    case 'lockedOut':
      return { words: `${name} was not let in at ${door}, which is locked for maintenance.`, tone: 'notice' }
  }
}
