/** So many letters of a name at least before anything is found, and so many names at most. */
export const leastSearched = 2

export const mostFound = 8

/** A visitor can be announced so many days ahead. */
export const mostVisitorDaysAhead = 60

/** A member expects so many visitors at most. */
export const mostExpected = 50

export const visitorLists = ['today', 'past', 'expected'] as const

export type VisitorList = (typeof visitorLists)[number]

/** The address of a visitor's page. */
export const visitorPath = (code: string): string => `/visitors/${code}`

/** Where a visitor signs in on their own phone; what stands after it says why they may. */
export const newVisitorPath = '/visitors/new'
