import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { healthAreas, type HealthState } from '@spacekeeper/contract/doctor/words.ts'
import type { HealthCheck } from '#platform/health-check.ts'
import type { KeptResult } from './results.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A result is due again after this; a little less than its name says, because the job does not come to the second. */
const dueMs = { now: 0, hourly: hourMs - 5 * minuteMs, daily: dayMs - hourMs } as const satisfies Record<
  HealthCheck['pace'],
  number
>

/** Three times as long without a result, and what it says may be over. */
const oldMs = { now: 30 * minuteMs, hourly: 3 * hourMs, daily: 3 * dayMs } as const satisfies Record<
  HealthCheck['pace'],
  number
>

/** Whether the job runs a check now. */
export const isDue = ({ pace }: HealthCheck, lookedAt: Date | null, now: Date): boolean =>
  lookedAt === null || now.getTime() - lookedAt.getTime() >= dueMs[pace]

const unseen = {
  state: 'unknown',
  says: 'This has not been looked at yet.',
  at: null,
  todo: 'Press Check again. Otherwise the portal looks by itself within ten minutes.',
  to: null,
} as const

/** A check and its last result as a line; null where there is nothing to look at. */
const lineOf = (check: HealthCheck, kept: KeptResult | undefined, now: Date): HealthLine | null => {
  const { name, area, title } = check
  if (!kept) return { name, area, title, ...unseen, lookedAt: null, isOld: false }
  const { state, says, at, todo, to, lookedAt } = kept
  if (state === null) return null
  return {
    name,
    area,
    title,
    state,
    says,
    todo,
    to,
    at: at?.toISOString() ?? null,
    lookedAt: lookedAt.toISOString(),
    isOld: now.getTime() - lookedAt.getTime() > oldMs[check.pace],
  }
}

/** The report: area by area in their order, in each as the domains declare them. */
export const linesOf = (
  checks: readonly HealthCheck[],
  input: { kept: ReadonlyMap<string, KeptResult>; now: Date },
): HealthLine[] =>
  checks
    .flatMap((check) => lineOf(check, input.kept.get(check.name), input.now) ?? [])
    .toSorted((a, b) => healthAreas.indexOf(a.area) - healthAreas.indexOf(b.area))

/** How many lines are in each state. */
export const countStates = (lines: readonly HealthLine[]): Record<HealthState, number> => {
  const counts = { well: 0, attention: 0, wrong: 0, unknown: 0 }
  for (const { state } of lines) counts[state] += 1
  return counts
}
