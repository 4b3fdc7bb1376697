/** So many hours before it begins members can check in to a meeting; opening it lets them in, too. */
export const checkInHours = 4

/** How long the code on the wall lets members in after it was shown. */
export const checkInCodeSeconds = 180

/** Each answer holds at most so many rows of a roll. */
export const rollPageSize = 100

/** Lists of who is or was at a meeting never hold more. */
export const maxAttendees = 2000

/** So many members are offered for what was typed. */
export const maxCandidates = 20

/** So many changes of the quorum are shown, the latest. */
export const maxQuorumChanges = 50

export const quorumKinds = ['none', 'number', 'share', 'committee'] as const

export type QuorumKind = (typeof quorumKinds)[number]

export const quorumKindWords: Readonly<Record<QuorumKind, string>> = {
  none: 'No quorum',
  number: 'A number of members',
  share: 'A share of the roll',
  committee: 'The committee and some more',
}

/** Who can be on the roll, by the state of the membership. */
export const rollStateWords = {
  active: 'Active members',
  inactive: 'Inactive members',
  noob: 'Newcomers who are not members yet',
  accountonly: 'Accounts without a membership',
} as const

/** Why a member is not on the roll of a meeting, as staff read it. */
export const rollReasonWords = {
  suspended: 'Suspended',
  state: 'Membership isn’t in a state that may vote',
  recent: 'Not a member for long enough',
  plan: 'Not on a plan that may vote',
  late: 'Qualified only after the roll was frozen',
  removed: 'Taken off by staff',
} as const

export type RollReason = keyof typeof rollReasonWords

/** How a member came to be ticked. */
export const arrivalWays = ['card', 'code', 'name', 'import'] as const

export const arrivalWayWords: Readonly<Record<(typeof arrivalWays)[number], string>> = {
  card: 'Card',
  code: 'QR code',
  name: 'By staff',
  import: 'Imported',
}
