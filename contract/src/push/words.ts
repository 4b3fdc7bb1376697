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

/**
 * Why the last notification did not reach a push service. `refused`: it turned the portal away. `unreachable`: it did not
 * answer until the notification was out of date.
 */
export const pushFailures = ['refused', 'unreachable'] as const
