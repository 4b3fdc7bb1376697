import { sql } from 'kysely'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

const hourMs = 60 * 60 * 1000

/** `oldestAt`: of the kinds that are cleaned up, the one whose last time is longest ago. Null before the first night. */
export const judgeCleanUp = (
  facts: { oldestAt: Date | null; newestAt: Date | null; deleted: number },
  now: Date,
): HealthFinding => {
  const { oldestAt, newestAt, deleted } = facts
  if (oldestAt === null || newestAt === null)
    return { state: 'well', says: 'The clean-up has not run yet. It does at 3:30 UTC.' }
  if (now.getTime() - oldestAt.getTime() >= 48 * hourMs)
    return {
      state: 'attention',
      says: 'The nightly clean-up has not finished since {at}, so data is kept for longer than you say.',
      at: oldestAt,
      todo: 'If the portal is off at night, leave it on. Otherwise look at the failed tasks under Messages.',
      to: '/manage/retention',
    }
  return {
    state: 'well',
    says: `The clean-up ran {at} and deleted ${deleted} rows that are kept no longer.`,
    at: newestAt,
  }
}

export const retentionChecks: readonly HealthCheck[] = [
  {
    name: 'retention.cleanUp',
    area: 'jobs',
    title: 'Nightly clean-up',
    pace: 'now',
    timeoutMs: 5000,
    find: async (ctx) => {
      // A kind that the portal no longer has stays where it was; its last time says nothing.
      const [row] = await readRows(
        ctx,
        sql<{ oldestAt: Date | null; newestAt: Date | null; deleted: number }>`select min(ran_at) as "oldestAt",
            max(ran_at) as "newestAt", coalesce(sum(deleted), 0)::int as deleted
          from retention_runs where ran_at > (select max(ran_at) from retention_runs) - interval '30 days'`,
      )
      return judgeCleanUp(row ?? { oldestAt: null, newestAt: null, deleted: 0 }, ctx.now())
    },
  },
]
