import type { MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import type { Collector, SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

/** The mark and the word of each state of a plan. */
export const planStates = {
  incomplete: { kind: 'waiting', word: 'stateIncomplete' },
  active: { kind: 'good', word: 'stateActive' },
  pastDue: { kind: 'refused', word: 'statePastDue' },
  paused: { kind: 'waiting', word: 'statePaused' },
  cancelling: { kind: 'warning', word: 'stateCancelling' },
  ended: { kind: 'none', word: 'stateEnded' },
} as const satisfies Record<SubscriptionStanding, { kind: StatusKind; word: string }>

export const wayWords = {
  stripe: 'way_stripe',
  bank: 'way_bank',
  cash: 'way_cash',
  invoice: 'way_invoice',
  balance: 'way_balance',
  free: 'way_free',
} as const satisfies Record<Collector, string>

const dayMs = 86_400_000
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const daysFrom = (from: string, to: string): number => Math.round((msOf(to) - msOf(from)) / dayMs)

export const addDays = (day: string, days: number): string =>
  new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10)

/** The last day that a time without its end covers. */
export const lastDayBefore = (end: string): string => addDays(end, -1)

/** The pause that runs, or the next one. */
export const pauseOf = ({ breaks }: MySubscription, today: string) =>
  breaks.find(({ kind, days }) => kind === 'pause' && today < days.to)
