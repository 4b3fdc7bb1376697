import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import type { EventWords } from '@spacekeeper/contract/event.ts'
import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { kindOfEvent, type WebhookKindWord } from '@spacekeeper/contract/webhooks/words.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The waits of the Standard Webhooks specification before each further try. */
const waits = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** When the next try is made after so many; null when that was the last. `chance`, from 0 to 1, spreads what failed together. */
export const nextTryAt = ({ tries, now, chance }: { tries: number; now: Date; chance: number }): Date | null => {
  const wait = waits[tries - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 + chance / 5))
}

/** A receiver at which nothing arrived for so long is switched off. */
export const receiverPatienceMs = 5 * 24 * hourMs

/** Why a receiver is switched off after a failed try, or null. */
export const offReasonAfter = (input: {
  status: number | null
  failingSince: Date | null
  now: Date
}): 'gone' | 'failing' | null => {
  if (input.status === 410) return 'gone'
  const sinceMs = input.failingSince ? input.now.getTime() - input.failingSince.getTime() : 0
  return sinceMs >= receiverPatienceMs ? 'failing' : null
}

const known: Readonly<Record<string, EventWords>> = auditEvents

/** Which kind an event is of; null for one that this version does not know. */
export const kindOf = (event: string): WebhookKindWord | null => {
  const words = known[event]
  return words ? kindOfEvent(event, words.group) : null
}

/** Facts of an event that are words: names of things and words from lists. No text that members write, and no secrets. */
const plainFacts = new Set([
  'name',
  'device',
  'kiosk',
  'meeting',
  'certificate',
  'place',
  'step',
  'month',
  'key',
  'kind',
  'type',
  'command',
  'channel',
  'untilOn',
  'expectedOn',
  'startsAt',
])
/** Of these kinds, what is called a name may be that of a member. */
const withPeople: ReadonlySet<WebhookKindWord> = new Set(['accounts', 'members'])
const states: ReadonlySet<unknown> = new Set(memberStates)

const longest = 200
const mostFacts = 40

const isCarried = (key: string, input: { value: unknown; kind: WebhookKindWord }): boolean => {
  const { value, kind } = input
  if (typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'string') return false
  if (key === 'from' || key === 'to') return states.has(value)
  return plainFacts.has(key) && !(key === 'name' && withPeople.has(kind))
}

const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, longest) : value)

/** What of the data of an event goes to other systems: figures, names of things, and which fields changed. */
export const eventFactsOf = (
  kind: WebhookKindWord,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const carried = Object.entries(data).filter(([key, value]) => isCarried(key, { value, kind }))
  const facts = Object.fromEntries(carried.slice(0, mostFacts).map(([key, value]) => [key, cut(value)]))
  const { changes } = data
  const changed = typeof changes === 'object' && changes !== null ? Object.keys(changes).slice(0, mostFacts) : []
  return { ...facts, ...(changed.length > 0 && { changed }) }
}

/** The beginning of what a receiver answered, in one piece that the database and a screen can take. */
export const excerptOf = (body: Buffer): string | null => {
  const text = body
    .subarray(0, 2000)
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
  return text === '' ? null : text
}
