import type { LeavingState } from '@spacekeeper/contract/leaving/words.ts'
import { addDays, type Day } from '#platform/local-day.ts'

/** An end that was longer ago when the portal notices it begins no checklist by itself. */
export const noticedDays = 30

type NamedStep = { name: string; position: number }

export type DatedStep = NamedStep & { dueOn: Day }

/** The steps of a checklist with their days, in the order they are due. */
export const dateSteps = (steps: readonly (NamedStep & { days: number })[], endedOn: Day): DatedStep[] =>
  steps
    .map(({ name, position, days }) => ({ name, position, dueOn: addDays(endedOn, days) }))
    .toSorted((a, b) => (a.dueOn === b.dueOn ? a.position - b.position : a.dueOn < b.dueOn ? -1 : 1))

export type StoredState = Exclude<LeavingState, 'returned'>

type LeavingStanding = { state: StoredState; hasReturned: boolean }

/** How a checklist stands, as it is shown. */
export const leavingState = ({ state, hasReturned }: LeavingStanding): LeavingState =>
  hasReturned ? 'returned' : state

type RunFacts = LeavingStanding & {
  stepState: 'waiting' | 'done' | 'skipped' | 'failed'
  dueOn: Day
  today: Day
  /** The membership is over, still. */
  isOver: boolean
  /** Staff asked for it now. */
  isForced: boolean
}

/** Whether a step is run: once, on its day or later, and only while the member has not come back. */
export const isRunnable = (facts: RunFacts): boolean => {
  const { state, hasReturned, stepState, dueOn, today, isOver, isForced } = facts
  if (hasReturned || !isOver || state === 'done') return false
  if (stepState === 'done' || stepState === 'skipped') return false
  return isForced || (state === 'running' && dueOn <= today)
}

type BalanceFacts = { balanceCents: number; hasAskedBack: boolean; isClosed: boolean }

/** What a balance that is due comes to: `owed` and `lost` are for staff to see to. */
export const balanceOutcome = ({ balanceCents, hasAskedBack, isClosed }: BalanceFacts) => {
  if (hasAskedBack) return 'askedBack'
  if (balanceCents < 0) return 'owed'
  if (balanceCents === 0) return 'settled'
  return isClosed ? 'closed' : 'unchosen'
}
