/** `done` also stands for a report that was merged into another one. */
export const issueStates = ['open', 'inProgress', 'done'] as const

/** Where reports go besides the portal itself. */
export const issueChannels = ['email', 'discord', 'slack', 'trello', 'vikunja'] as const

/**
 * How sending a report to a channel stands. `waiting`: not tried yet, or tried again later; `sent`: it arrived;
 * `failed`: the service refused it for good; `givenUp`: it could not be reached for too long; `kept`: an email that
 * nothing can send, in the outbox.
 */
export const postStates = ['waiting', 'sent', 'failed', 'givenUp', 'kept'] as const

/** What stands in the history of a report. */
export const entryKinds = [
  'reported',
  'state',
  'note',
  'reply',
  'merged',
  'owner',
  'due',
  'lockedOut',
  'unlocked',
  'told',
] as const

export const mostPictures = 5

/** What one account can report in an hour. */
export const mostReportsAnHour = 10

export const issueFilters = ['unfinished', 'open', 'inProgress', 'done', 'all'] as const

/** Maintenance is due after so many hours of running, or after so many days or months. */
export const maintenanceUnits = ['hours', 'days', 'months'] as const

/** Of one device. */
export const mostPlans = 30
