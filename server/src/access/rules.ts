import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { findBar } from './acting-members.ts'

/**
 * How a member stands with a device. `default`: granted because members have it. `hand`: granted by staff.
 * `exception`: staff took from this member what members have by default.
 */
export const holdings = ['none', 'default', 'hand', 'exception'] as const

export type Holding = (typeof holdings)[number]

/** Whether members have the device by default, and whether this is one (an active membership, suspended or not). */
export type HoldingFacts = { isDefault: boolean; isMember: boolean }

type NextHolding = Holding | ((facts: HoldingFacts) => Holding)

const keep = { none: 'none', default: 'default', hand: 'hand', exception: 'exception' } as const

const ofDefault = ({ isDefault, isMember }: HoldingFacts): Holding => (isDefault && isMember ? 'default' : 'none')

/** Staff mean this member: if it were not kept, the default would give the device back once the member returns. */
const taken = ({ isDefault }: HoldingFacts): Holding => (isDefault ? 'exception' : 'none')

/**
 * What each event makes of each state. Two rules follow from the table, and tests hold the database to them: a member
 * has every default that staff did not take from them, and no default touches what staff granted.
 */
export const grantMoves = {
  grantByHand: { none: 'hand', default: 'hand', hand: 'hand', exception: 'hand' },
  revokeByHand: { none: 'none', default: taken, hand: taken, exception: 'exception' },
  switchDefaultOn: { ...keep, none: ofDefault },
  switchDefaultOff: { ...keep, default: 'none' },
  becomeMember: { ...keep, none: ofDefault },
  /** Grants stay when a membership ends: the card opens nothing, and a member who returns still has them. */
  endMembership: keep,
} as const satisfies Record<string, Record<Holding, NextHolding>>

export type GrantMove = keyof typeof grantMoves

/** The facts are those after the move. */
export const moveGrant = (before: Holding, move: GrantMove, facts: HoldingFacts): Holding => {
  const next: NextHolding = grantMoves[move][before]
  return typeof next === 'function' ? next(facts) : next
}

/** What decides whether a member's card works on a device. */
export type CardFacts = {
  hasCard: boolean
  state: MemberState
  isSuspended: boolean
  isGranted: boolean
  /** The device asks for a certificate that the member does not have. */
  lacksCertificate: boolean
  /** The site asks members to sign in, and this device is not exempt. */
  needsVisit: boolean
  isOnSite: boolean
  /** It is paid from the prepaid balance, which the space turned off. */
  isBalanceOff: boolean
  /** The balance is lower than the device asks for. */
  lacksBalance: boolean
  /** The device refuses everyone. */
  isLockedOut: boolean
}

/** Why a card is not on the list of a device, the first reason that applies; null when it is. */
export const missingFromList = (facts: CardFacts): Refusal | null => {
  if (!facts.hasCard) return 'noCard'
  const bar = findBar('useDevice', { suspended: facts.isSuspended, notActive: facts.state !== 'active' })
  if (bar !== null) return bar === 'suspended' ? 'suspended' : 'notActive'
  if (!facts.isGranted) return 'noGrant'
  if (facts.lacksCertificate) return 'noCertificate'
  if (facts.needsVisit && !facts.isOnSite) return 'notSignedIn'
  if (facts.isBalanceOff) return 'balanceOff'
  return facts.lacksBalance ? 'balanceTooLow' : null
}

/** Why a swipe would be refused now. A locked out device refuses members whatever their grants. */
export const swipeRefusalOf = (facts: CardFacts): Refusal | null => {
  const missing = missingFromList(facts)
  const isLockoutFirst = missing === null || !refusals[missing].isAboutMember
  return facts.isLockedOut && isLockoutFirst ? 'lockedOut' : missing
}

/** What a device did with a card, by the reason it had to refuse it; null when it had none. */
export const swipeOutcomeOf = (refusal: Refusal | null): SwipeOutcome => {
  if (refusal === null) return 'granted'
  return refusal === 'lockedOut' ? 'lockedOut' : 'refused'
}

/**
 * Why the device did what it did. It decided by its own list, so its word counts: if it refused a card that should be
 * on the list, its list was behind.
 */
export const refusalOfSwipe = (swipe: {
  outcome: SwipeOutcome
  card: string | null
  /** Null when the card belongs to no member. */
  facts: CardFacts | null
}): Refusal | null => {
  if (swipe.outcome === 'granted') return null
  if (swipe.outcome === 'lockedOut') return 'lockedOut'
  if (swipe.card === null) return 'noCard'
  if (swipe.facts === null) return 'unknownCard'
  return missingFromList(swipe.facts) ?? 'staleList'
}

export type SwipeViewer = { id: number; permissions: readonly Permission[] }

/** Whether a viewer sees why others were refused, unknown cards and hidden doors. */
export const seesEverySwipe = ({ permissions }: SwipeViewer): boolean =>
  permissions.includes('access') || permissions.includes('members')

/** Who can open the page of a member, and so gets their number where others read a name alone. */
export const opensMembers = ({ permissions }: Pick<SwipeViewer, 'permissions'>): boolean =>
  permissions.some((permission) => permission === 'members' || permission === 'access' || permission === 'money')

export type MemberViewer = { state: MemberState; permissions: readonly Permission[] }

/** Who a viewer sees on site and at machines: staff of members see everyone, members those the site shows. */
export const seenMembers = (viewer: MemberViewer, isShownToMembers: boolean): 'all' | 'shown' | 'none' => {
  if (viewer.permissions.includes('members')) return 'all'
  return isShownToMembers && viewer.state === 'active' ? 'shown' : 'none'
}
