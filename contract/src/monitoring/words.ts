/** What a card would do. `opensStill`, `refusesYet`: an offline door goes by the list it has, which is behind. */
export const trialOutcomes = ['works', 'refused', 'opensStill', 'refusesYet', 'unreachable'] as const

export const usageSorts = ['name', 'count', 'refused', 'time', 'cost', 'last'] as const

export const usagePeriods = ['month', 'year', 'all'] as const

export type UsagePeriod = (typeof usagePeriods)[number]

/** What the live log of all devices lists. */
export const liveEvents = ['opened', 'refused', 'lockedOut', 'started', 'bought', 'paidIn'] as const
