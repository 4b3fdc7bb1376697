/** What a check found. `attention`: it works, and staff should look at it. `unknown`: it could not be found out. */
export const healthStates = ['well', 'attention', 'wrong', 'unknown'] as const

export type HealthState = (typeof healthStates)[number]

/** What checks are grouped by, in the order of the page. */
export const healthAreas = ['site', 'machine', 'database', 'jobs', 'messages', 'devices', 'money', 'stripe'] as const

export type HealthArea = (typeof healthAreas)[number]

/** Stands in what a check found for the instant it is about. */
export const atPlaceholder = '{at}'
