import { randomBytes } from 'node:crypto'
import type { LiveTopic } from '@spacekeeper/contract/index.ts'
import type { NoticeCause } from './channel.ts'
import type { Audience } from './screens.ts'

export type ScreenEvent = { id: string; topic: LiveTopic; audience: Audience; cause?: NoticeCause | undefined }

/**
 * Numbers the events of this process and keeps the last of them, for clients that were away for a moment or asked before
 * they listened.
 * Ids carry a name that no other process and no other start of this one has.
 */
export const createEventMemory = (size = 500) => {
  const epoch = randomBytes(6).toString('hex')
  const events: (ScreenEvent & { number: number; at: number })[] = []
  let last = 0

  return {
    add: (topic: LiveTopic, audience: Audience, cause?: NoticeCause): ScreenEvent => {
      last += 1
      const event = { id: `${epoch}-${last}`, number: last, at: performance.now(), topic, audience, cause }
      events.push(event)
      if (events.length > size) events.shift()
      return event
    },
    /** What came after the event with this id; null when that cannot be known. */
    since: (id: string): ScreenEvent[] | null => {
      const [name, text] = id.split('-')
      const number = Number(text)
      const oldest = events[0]?.number ?? last + 1
      if (name !== epoch || !(number <= last) || number < oldest - 1) return null
      return events.filter((event) => event.number > number)
    },
    /** What came in the last so many milliseconds; null when some of it is no longer kept. */
    lately: (ageMs: number): ScreenEvent[] | null => {
      const from = performance.now() - ageMs
      const isCut = last > events.length && (events[0]?.at ?? 0) > from
      return isCut ? null : events.filter(({ at }) => at >= from)
    },
    lastId: () => `${epoch}-${last}`,
  }
}
