export const maxGuests = 20

/** Lists of last seen never hold more. */
export const maxLastSeen = 5000

/** So many members are named whose cards depend on signing in. */
export const mostDependentNamed = 50
