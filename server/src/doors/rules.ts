import { createHash } from 'node:crypto'
import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import type { MemberState } from '@spacekeeper/contract/members.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'

/** What decides whether a member's card works on a device. */
export type CardFacts = {
  hasCard: boolean
  state: MemberState
  isSuspended: boolean
  isGranted: boolean
  /** The site asks members to sign in, and this device is not exempt. */
  needsVisit: boolean
  isOnSite: boolean
  /** The device asks for a balance that he does not have. */
  lacksBalance: boolean
}

/** Why a card is not on the list of a device, the first reason that applies; null when it is. */
export const missingFromList = (facts: CardFacts): Refusal | null => {
  if (!facts.hasCard) return 'noCard'
  if (facts.isSuspended) return 'suspended'
  if (facts.state !== 'active') return 'notActive'
  if (!facts.isGranted) return 'noGrant'
  if (facts.needsVisit && !facts.isOnSite) return 'notSignedIn'
  return facts.lacksBalance ? 'balanceTooLow' : null
}

/** What is about the member himself comes before what is about the device. */
const aboutMember: ReadonlySet<Refusal> = new Set(['noCard', 'suspended', 'notActive'])

/** Why a swipe would be refused now. A locked out device refuses members whatever their grants. */
export const refusalOf = (facts: CardFacts & { isLockedOut: boolean }): Refusal | null => {
  const missing = missingFromList(facts)
  const isLockoutFirst = missing === null || !aboutMember.has(missing)
  return facts.isLockedOut && isLockoutFirst ? 'lockedOut' : missing
}

/**
 * Why the device did what it did. It decided from its own list, so it is believed:
 * a card it refused although it should be on the list met a list that was behind.
 */
export const refusalOfSwipe = (swipe: {
  outcome: SwipeOutcome
  card: string | null
  /** Null when nobody has this card. */
  facts: CardFacts | null
}): Refusal | null => {
  if (swipe.outcome === 'granted') return null
  if (swipe.outcome === 'lockedOut') return 'lockedOut'
  if (swipe.card === null) return 'noCard'
  if (swipe.facts === null) return 'unknownCard'
  return missingFromList(swipe.facts) ?? 'staleList'
}

export type Viewer = { id: number; permissions: readonly Permission[] }

/** Whether somebody reads why others were refused, and sees unknown cards and hidden doors. */
export const seesEverySwipe = ({ permissions }: Viewer): boolean =>
  permissions.includes('access') || permissions.includes('members')

/** A text as Python writes it, so that no two lists read the same. */
const quoted = (text: string) => {
  const escaped = text.replaceAll('\\', '\\\\')
  if (!text.includes("'")) return `'${escaped}'`
  return text.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`
}

/** Stands between card numbers, which hold no control characters: the table refuses them. */
const separator = '\u001f'
export const joinTags = (tags: readonly string[]): string => tags.join(separator)
export const splitTags = (joined: string): string[] => (joined === '' ? [] : joined.split(separator))

/** The order devices get their tags in. */
export const sortTags = (tags: readonly string[]): string[] => tags.toSorted()

const asPython = (tags: readonly string[]): string => {
  if (tags.length === 0) return '[]'
  const plain = tags.join("', '")
  // Nearly always there is nothing to escape, and lists are long.
  const separators = 2 * (tags.length - 1)
  const isPlain = !plain.includes('\\') && plain.split("'").length - 1 === separators
  return isPlain ? `['${plain}']` : `[${tags.map(quoted).join(', ')}]`
}

/** What a device compares lists by: MD5 of the sorted list as Python would print it. */
export const hashTags = (sorted: readonly string[]): string => createHash('md5').update(asPython(sorted)).digest('hex')
