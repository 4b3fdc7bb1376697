/** What members can be notified of on their devices, each by itself, as the audit says it. */
export const pushOccasionWords = {
  refusedCard: 'a refused card',
  payments: 'payments',
  machineBack: 'machines that are back',
  meetings: 'meetings that start',
  votes: 'votes that open',
  openings: 'the opening plan',
} as const

export type PushOccasion = keyof typeof pushOccasionWords

/** Whose app can be notified through the maker of the phone. */
export const phonePlatforms = ['android', 'ios'] as const

export const pushPlatforms = ['web', ...phonePlatforms] as const

/**
 * Why the last notification did not reach a push service. `refused`: it turned the portal away. `unreachable`: it did not
 * answer until the notification was out of date. Of apps: `wrongKey`: it does not know the portal’s key. `wrongApp`: the app
 * belongs to another project or was built under another name. `notSetUp`: the space has taken the key away.
 */
export const pushFailures = ['refused', 'unreachable', 'wrongKey', 'wrongApp', 'notSetUp'] as const

export type PushFailure = (typeof pushFailures)[number]
