import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { listKnownStarts } from '#platform/jobs/known-starts.ts'
import { addDays } from '#platform/local-day.ts'
import { billingToday } from './billing-work.ts'
import { billingRunJob } from './jobs.ts'

/** A run that is on its way is no reason to worry anyone. */
const lateDays = 2

export const judgeBilling = (facts: { uncharged: number; startedAt: Date | null }): HealthFinding => {
  const { uncharged, startedAt } = facts
  if (uncharged > 0)
    return {
      state: 'wrong',
      says: `${sayCount(uncharged, { one: 'One plan has', other: '{count} plans have' })} not been charged for days that have begun.`,
      todo: 'The portal charges every hour by itself. Look at the failed tasks under Messages, and at the log.',
      to: '/manage/payments',
    }
  if (startedAt === null) return { state: 'well', says: 'Every plan is charged up to today.' }
  return { state: 'well', says: 'Every plan is charged up to today. The portal last looked {at}.', at: startedAt }
}

/** Plans that Stripe keeps are charged there, and the portal follows. */
const findBilling = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await ctx.settings.get('ENABLE_STRIPE_MEMBERSHIP_PAYMENTS'))) return null
  const [starts, [row]] = await Promise.all([
    listKnownStarts(ctx),
    readRows(
      ctx,
      sql<{ uncharged: number }>`select count(*)::int as uncharged from subscriptions
        where state in ('active', 'cancelling') and provider_ref is null
          and charged_through < ${addDays(await billingToday(ctx), -lateDays)}::date
          and (cancel_on is null or charged_through < cancel_on)`,
    ),
  ])
  const startedAt = starts.find(({ name }) => name === billingRunJob.name)?.startedAt ?? null
  return judgeBilling({ uncharged: row?.uncharged ?? 0, startedAt })
}

export const billingChecks: readonly HealthCheck[] = [
  { name: 'billing.charged', area: 'money', title: 'Charges', pace: 'now', timeoutMs: 5000, find: findBilling },
]
