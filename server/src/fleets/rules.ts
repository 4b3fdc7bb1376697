import type { ListState } from '@spacekeeper/contract/fleets.ts'

/** How many cards two lists do not share. */
export const compareLists = (
  should: readonly string[],
  sent: readonly string[],
): Pick<ListState, 'missing' | 'surplus'> => {
  const [wanted, held] = [new Set(should), new Set(sent)]
  return { missing: wanted.difference(held).size, surplus: held.difference(wanted).size }
}

/** Devices have no way to say that a list arrived. One that was sent counts as held once the door is heard of again. */
export const stateOfList = (door: {
  isOffline: boolean
  isSame: boolean
  /** Null when it was never sent one. */
  sentAt: Date | null
  lastSeenAt: Date | null
}): ListState['state'] => {
  const { isOffline, isSame, sentAt, lastSeenAt } = door
  if (sentAt === null) return 'never'
  if (!isSame) return isOffline ? 'behind' : 'sending'
  const isHeardSince = lastSeenAt !== null && lastSeenAt >= sentAt
  return isOffline && !isHeardSince ? 'unconfirmed' : 'current'
}
