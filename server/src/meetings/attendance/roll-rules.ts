import type { RollReason } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { addDays, addMonths, type Day } from '#platform/local-day.ts'

/** Who may vote, as the settings say. Plans are compared without case. */
export type RollRule = { states: readonly string[]; months: number; plans: readonly string[] }

export type RollFacts = {
  state: string
  isSuspended: boolean
  /** The day they first became a member. */
  joinedOn: Day | null
  plans: readonly string[]
}

/** The names of plans as the setting lists them. */
export const readPlanNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const isOnPlan = (plans: readonly string[], rule: RollRule): boolean => {
  const allowed = new Set(rule.plans.map((name) => name.toLowerCase()))
  return allowed.size === 0 || plans.some((name) => allowed.has(name.toLowerCase()))
}

const isLongEnough = (joinedOn: Day | null, { months, day }: { months: number; day: Day }): boolean =>
  months === 0 || (joinedOn !== null && addMonths(joinedOn, months) <= day)

/** Why a member is not on the roll of that day; null for those who are. */
export const rollReasonOf = (facts: RollFacts, { rule, day }: { rule: RollRule; day: Day }): RollReason | null => {
  if (facts.isSuspended) return 'suspended'
  if (!rule.states.includes(facts.state)) return 'state'
  if (!isLongEnough(facts.joinedOn, { months: rule.months, day })) return 'recent'
  return isOnPlan(facts.plans, rule) ? null : 'plan'
}

/** The day whose members are on the roll. */
export const freezingDay = (startsOn: Day, days: number): Day => addDays(startsOn, -days)

const hourMs = 3_600_000

type CheckInFacts = { startsAt: Date; openedAt: Date | null; closedAt: Date | null; cancelledAt: Date | null }

/** From when on members can check in: some hours ahead, or from the opening if that is earlier. */
export const checkInStart = ({ startsAt, openedAt }: CheckInFacts, hours: number): Date => {
  const usual = new Date(startsAt.getTime() - hours * hourMs)
  return openedAt !== null && openedAt < usual ? openedAt : usual
}

export const isCheckInOpen = (facts: CheckInFacts, { hours, now }: { hours: number; now: Date }): boolean =>
  facts.closedAt === null && facts.cancelledAt === null && checkInStart(facts, hours) <= now

/** Opening freezes the roll for good, so a meeting of next year is not opened by mistake. */
const earliestOpeningMs = 24 * hourMs

export const isFarOff = (startsAt: Date, now: Date): boolean => startsAt.getTime() - now.getTime() > earliestOpeningMs
