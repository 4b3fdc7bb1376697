/** What audit events are filtered by. */
export const eventGroups = [
  'logins',
  'details',
  'standing',
  'cards',
  'access',
  'devices',
  'visits',
  'messages',
  'money',
  'settings',
  'exports',
  'other',
] as const

export type EventGroup = (typeof eventGroups)[number]

/**
 * How an event is said. In braces stand `actor`, `subject`, `device` and whatever the event's data holds.
 * `self` is for members who did it to themselves, `many` for an event that is about several at a time.
 */
export type EventWords = { group: EventGroup; words: string; self?: string; many?: string }

export const say = (group: EventGroup, words: string, self?: string): EventWords => ({
  group,
  words,
  ...(self !== undefined && { self }),
})
