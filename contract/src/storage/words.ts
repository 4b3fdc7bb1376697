export const placeKinds = ['shelf', 'box', 'locker', 'pallet', 'other'] as const

export type PlaceKind = (typeof placeKinds)[number]

/** How a place stands, the first that holds. */
export const placeStates = ['outOfUse', 'toClear', 'ending', 'overdue', 'held', 'free'] as const

export type PlaceState = (typeof placeStates)[number]

/** How places are listed: all, or those in one of these states. */
export const placeFilters = ['all', 'free', 'held', 'overdue', 'toClear', 'outOfUse'] as const

export type PlaceFilter = (typeof placeFilters)[number]

/** No space has more places, and no list is longer. */
export const mostPlaces = 2000

/** So many can be added at once. */
export const mostPlacesAtOnce = 200

/** So many members can wait for a place. */
export const mostRequests = 200
