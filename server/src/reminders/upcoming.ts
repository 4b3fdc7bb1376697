import type { UpcomingStep, UpcomingSteps } from '@spacekeeper/contract/reminders/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, type Day, laterDay, localDay } from '#platform/local-day.ts'
import { type Debt, debtsOfMember } from './debts.ts'
import { actionFor, leftOutBecause, stepsAhead } from './rules.ts'
import { listReminderSteps, type StoredStep } from './steps.ts'

const mostSteps = 20

const kindOf = (step: StoredStep, debt: Debt): UpcomingStep['kind'] => {
  const action = actionFor(step.action, debt)
  if (action === 'endMembership') return 'endMembership'
  return action === 'endAccess' && debt.subscriptionState !== 'pastDue' ? 'accessEnds' : step.channel
}

/** The steps of a charge from today on. Of those whose day has passed only the latest is still done. */
const aheadOf = (debt: Debt, { steps, today }: { steps: readonly StoredStep[]; today: Day }): UpcomingStep[] => {
  const ahead = stepsAhead(steps, debt)
  const dayOf = ({ offsetDays }: StoredStep) => addDays(debt.dueOn, offsetDays)
  const first = Math.max(
    0,
    ahead.findLastIndex((step) => dayOf(step) <= today),
  )
  return ahead
    .slice(first)
    .filter(({ offsetDays }) => leftOutBecause(debt, { today, offsetDays }) === null)
    .map((step) => ({ on: laterDay(dayOf(step), today), kind: kindOf(step, debt), openCents: debt.openCents }))
}

const hasAccessToLose = ({ subscriptionState: state }: Debt) => state === 'active' || state === 'cancelling'

/** What happens to a member on which day unless they pay; for their own page, and for staff's page of them. */
export const upcomingSteps = async (ctx: Ctx, memberId: number): Promise<UpcomingSteps> => {
  const settings = await ctx.settings.all()
  const today = localDay(ctx.now(), settings.SITE_TIME_ZONE)
  const debts = await debtsOfMember(ctx, { memberId, today })
  const steps = (await listReminderSteps(ctx)).filter(({ isOn }) => isOn)
  const [oldest] = debts
  const paused = oldest ? leftOutBecause(oldest, { today, offsetDays: 1 }) : null
  const losing = debts.find(hasAccessToLose)
  const graceEnds = losing?.accessEndsOn ?? null
  const planned = debts.flatMap((debt) => aheadOf(debt, { steps, today }))
  const byGrace: UpcomingStep[] =
    losing && graceEnds !== null && graceEnds > today && (paused === null || paused === 'moreTime')
      ? [{ on: graceEnds, kind: 'accessEnds', openCents: losing.openCents }]
      : []
  const all = [...planned, ...byGrace].toSorted((a, b) => a.on.localeCompare(b.on))
  // Access ends once.
  const ends = all.find(({ kind }) => kind === 'accessEnds')
  return { steps: all.filter((step) => step.kind !== 'accessEnds' || step === ends).slice(0, mostSteps), paused }
}
