/** What points to a member leaving, in the order of the screens. What each means stands in docs/guide/advice.md. */
export const leavingSigns = [
  'away',
  'fewerVisits',
  'payment',
  'pausedAgain',
  'cancelledBefore',
  'concessionEnds',
] as const

export type LeavingSign = (typeof leavingSigns)[number]

/** How much each sign counts. This is the whole rule: the points of a member are the sum. */
export const leavingPoints: Readonly<Record<LeavingSign, number>> = {
  away: 3,
  fewerVisits: 2,
  payment: 2,
  pausedAgain: 1,
  cancelledBefore: 1,
  concessionEnds: 1,
}

/** From so many points on a member is listed. */
export const listedFrom = 3

/** So many are listed, those with the most points first. */
export const mostListed = 50
