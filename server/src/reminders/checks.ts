import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { type Day, daysBetween, localDay } from '#platform/local-day.ts'

const reminders = '/manage/payments/reminders'

export type LastRun = { day: Day; finishedAt: Date; done: number; failed: number }

export const judgeReminders = (run: LastRun | null, today: Day): HealthFinding => {
  if (run === null) return { state: 'well', says: 'Reminders have not gone out yet. They do from nine in the morning.' }
  const { day, finishedAt: at, done, failed } = run
  if (daysBetween(day, today) > 1)
    return {
      state: 'attention',
      says: 'Reminders last went out {at}.',
      at,
      todo: 'They go out every day between nine in the morning and nine in the evening. Leave the portal on then, and look at the failed tasks under Messages.',
      to: reminders,
    }
  if (failed > 0)
    return {
      state: 'attention',
      says: `Reminders went out {at}, but ${sayCount(failed, { one: 'one', other: '{count}' })} could not be written.`,
      at,
      todo: 'They are tried again tomorrow. If it happens again, the log of the portal says why.',
      to: reminders,
    }
  return {
    state: 'well',
    says: `Reminders went out {at}: ${sayCount(done, { one: 'one step', other: '{count} steps' })} done.`,
    at,
  }
}

const findRun = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const settings = await ctx.settings.all()
  if (!settings.ENABLE_STRIPE_MEMBERSHIP_PAYMENTS) return null
  const row = await ctx.db.selectFrom('reminder_runs').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  const run = row ? { day: row.day, finishedAt: row.finished_at, done: row.done, failed: row.failed } : null
  return judgeReminders(run, localDay(ctx.now(), settings.SITE_TIME_ZONE))
}

export const reminderChecks: readonly HealthCheck[] = [
  { name: 'reminders.run', area: 'money', title: 'Reminders', pace: 'now', timeoutMs: 5000, find: findRun },
]
