/** How long an unassigned card can be claimed after it was swiped. */
export const claimMinutes = 5

/** `lost` and `retired` cards open nothing and are kept for the history. */
export const cardStates = ['active', 'lost', 'retired'] as const

export const cardEvents = ['added', 'lost', 'retired', 'restored', 'relabelled'] as const

/** Which members a filter by last visit lets through. */
export const seenFilters = ['within', 'before', 'never'] as const

/** Which members a filter by cards lets through; `double`: with the number of another. */
export const cardFilters = ['yes', 'no', 'double'] as const

/** How far members are on the way in. `paid`: they have paid for a plan and are not in. */
export const joiningFilters = ['paid'] as const

export const joiningFilterWords: Readonly<Record<(typeof joiningFilters)[number], string>> = {
  paid: 'Paid, not joined',
}

/** The longest text the list is searched for. */
export const longestSearch = 100

/** Since when a filter by last visit counts where it does not say. */
export const usualSeenDays = 30
/** The most days back that the member list asks for. */
export const longestSeenDays = 3650

export const memberStates = ['noob', 'active', 'inactive', 'accountonly'] as const

export const subscriptionStates = ['inactive', 'active', 'cancelling'] as const

/** What staff do to a membership, in the order the screens offer it. */
export const staffActions = ['makeMember', 'activate', 'deactivate', 'suspend', 'lift'] as const

export type StaffAction = (typeof staffActions)[number]

/** What staff can change of a member. `closing` is closing the account, `office` the member's own permissions as staff. */
export const staffTasks = ['details', 'email', 'cards', 'standing', 'closing', 'office'] as const

export type StaffTask = (typeof staffTasks)[number]

/** Which of a member's names other members read. */
export const nameChoices = ['screenName', 'firstName', 'fullName'] as const

export type NameChoice = (typeof nameChoices)[number]

export const nameChoiceWords: Readonly<Record<NameChoice, string>> = {
  screenName: 'Screen name',
  firstName: 'First name',
  fullName: 'Full name',
}

/** A member's state as screens show it: suspended is told apart from inactive. */
export const standings = ['active', 'noob', 'inactive', 'accountonly', 'suspended'] as const

/** What is known of a member's address. `invited`: they have yet to choose a password with a link from staff. */
export const emailStates = ['confirmed', 'unconfirmed', 'invited'] as const

export type EmailState = (typeof emailStates)[number]

export const emailStateWords: Readonly<Record<EmailState, string>> = {
  confirmed: 'Email confirmed',
  unconfirmed: 'Email not confirmed',
  invited: 'Invited',
}

/** What a member does here beyond being one. `staff`: holds a permission. */
export const roles = ['administrator', 'staff', 'member'] as const

export type Role = (typeof roles)[number]

export const roleWords: Readonly<Record<Role, string>> = {
  administrator: 'Administrator',
  staff: 'Staff',
  member: 'Member',
}

export const bulkChanges = ['grant', 'revoke'] as const

/** What staff do to many members at once. `requireUpdate` asks them to review their details. */
export const bulkMoves = ['makeMember', 'activate', 'suspend', 'requireUpdate'] as const

export type BulkMove = (typeof bulkMoves)[number]

export const bulkKinds = [...bulkChanges, ...bulkMoves] as const

export type BulkKind = (typeof bulkKinds)[number]

/**
 * Why a selected member is left out of a bulk change. `unchanged`: already in that state. `new`: a new account, which is
 * made a member instead. `notNew`: no new account. `administrator`: suspended only on their own page.
 */
export const bulkRefusals = [
  'unchanged',
  'new',
  'notNew',
  'suspended',
  'outranked',
  'yourself',
  'administrator',
] as const

export type BulkRefusal = (typeof bulkRefusals)[number]

/** For so long a bulk change can be undone. */
export const undoDays = 30
