import type { ChargeState, Collector, SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import { clockFormat } from '@spacekeeper/contract/formatters.ts'
import type { LeftOutReason, Placeholder, ReminderAction } from '@spacekeeper/contract/reminders/words.ts'
import { addDays, type Day, laterDay } from '#platform/local-day.ts'

/** What decides when a step is due. */
export type StepTiming = {
  id: number
  planId: number | null
  offsetDays: number
  collectors: readonly Collector[] | null
  /** For days before this, it has never been. */
  startsOn: Day
}

/** A charge with what is known of who owes it. */
export type DebtFacts = {
  chargeState: ChargeState
  dueOn: Day
  /** The day the charge was made: steps of days before it are none of its. */
  createdOn: Day
  planId: number | null
  /** Null for a charge of no plan, or of one that has ended. */
  collector: Collector | null
  subscriptionState: SubscriptionStanding | null
  /** A charge of no plan at all, such as for a lost card. */
  isApart: boolean
  isOnBreak: boolean
  moreTimeUntil: Day | null
  hasMandate: boolean
  isSuspended: boolean
  isClosed: boolean
  isVerified: boolean
  /** A card was tried in vain today, and a mail said so. */
  wasToldToday: boolean
  /** A card was tried in vain, a mail said so, and when it is tried again. */
  isTriedAgain: boolean
  /** Of the latest step that was done for this charge. */
  lastDoneOffset: number | null
}

/** The steps of a plan: its own if it has any, else those of the space. */
export const stepsOfPlan = <S extends { planId: number | null }>(steps: readonly S[], planId: number | null): S[] => {
  const own = planId === null ? [] : steps.filter((step) => step.planId === planId)
  return own.length > 0 ? own : steps.filter((step) => step.planId === null)
}

const isFor = ({ collectors }: Pick<StepTiming, 'collectors'>, collector: Collector | null): boolean =>
  collectors === null || (collector !== null && collectors.includes(collector))

/** The steps that a charge still has before it, by their days; steps that are turned off are not given here. */
export const stepsAhead = <S extends StepTiming>(steps: readonly S[], debt: DebtFacts): S[] =>
  stepsOfPlan(steps, debt.planId)
    .filter((step) => isFor(step, debt.collector))
    .filter(({ offsetDays }) => debt.lastDoneOffset === null || offsetDays > debt.lastDoneOffset)
    .filter(({ offsetDays, startsOn }) => addDays(debt.dueOn, offsetDays) >= laterDay(startsOn, debt.createdOn))
    .toSorted((a, b) => a.offsetDays - b.offsetDays || a.id - b.id)

/** The step whose day has come. After days on which the portal was off it is the latest alone, not all at once. */
export const dueStep = <S extends StepTiming>(steps: readonly S[], debt: DebtFacts, today: Day): S | null =>
  stepsAhead(steps, debt).findLast(({ offsetDays }) => addDays(debt.dueOn, offsetDays) <= today) ?? null

/** Why no step is done for a charge now; null when it may be. */
export const leftOutBecause = (
  debt: DebtFacts,
  { today, offsetDays }: { today: Day; offsetDays: number },
): LeftOutReason | null => {
  if (debt.chargeState === 'processing') return 'processing'
  if (debt.chargeState !== 'open') return 'settled'
  if (debt.isClosed) return 'closed'
  if (debt.isSuspended) return 'suspended'
  if (!debt.isApart && (debt.subscriptionState === null || debt.subscriptionState === 'ended')) return 'noPlan'
  if (debt.subscriptionState === 'paused' || debt.isOnBreak) return 'paused'
  if (debt.moreTimeUntil !== null && debt.moreTimeUntil > today) return 'moreTime'
  if (debt.wasToldToday) return 'toldToday'
  if (debt.isTriedAgain) return 'triedAgain'
  // Once the day has passed, the debit did not work.
  if (debt.hasMandate && offsetDays <= 0) return 'directDebit'
  return debt.isVerified ? null : 'unverified'
}

/** A member who has not paid for the first time has nothing to lose yet, and a charge of no plan takes none away. */
export const actionFor = (
  action: ReminderAction,
  debt: Pick<DebtFacts, 'subscriptionState' | 'isApart'>,
): ReminderAction => (debt.isApart || debt.subscriptionState === 'incomplete' ? 'none' : action)

/** Reminders go out between these hours where the space is. */
export const firstHour = 9
export const lastHour = 21

/** Whether it is a time of the day to write to members. */
export const isTimeToRemind = (now: Date, zone: string): boolean => {
  const hour = Number(clockFormat({ timeZone: zone, hour: '2-digit' }).format(now))
  return hour >= firstHour && hour < lastHour
}

/** A template with its blanks filled in. */
export const fillTemplate = (template: string, values: Readonly<Record<Placeholder, string>>): string =>
  template.replaceAll(/\{([^{}\s]*)\}/g, (found, name: string) => new Map(Object.entries(values)).get(name) ?? found)

/** A text message, cut off where it would be too long. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`
