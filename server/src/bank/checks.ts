import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { addDays, type Day, daysBetween } from '#platform/local-day.ts'
import { billingToday } from '../billing/billing-work.ts'

/** Payments that are not booked send reminders to people who have paid. */
const patienceDays = 14
/** Banks send back what they do not pay within this. */
const settleDays = 10

export const judgeLines = (facts: { waiting: number; oldestOn: Day | null }, today: Day): HealthFinding | null => {
  const { waiting, oldestOn } = facts
  if (oldestOn === null) return null
  const says = `${sayCount(waiting, { one: 'One bank line waits', other: '{count} bank lines wait' })} to be confirmed, the oldest of ${oldestOn}.`
  if (daysBetween(oldestOn, today) <= patienceDays) return { state: 'well', says }
  return {
    state: 'attention',
    says,
    todo: 'Confirm them or set them aside. Until then members who have paid are still reminded.',
    to: '/manage/payments/import',
  }
}

/** `unsent`: collections whose file was not taken to the bank by their day. `unsettled`: whose outcome was never entered. */
export const judgeDebits = (facts: { open: number; unsent: number; unsettled: number }): HealthFinding | null => {
  const { open, unsent, unsettled } = facts
  const to = '/manage/payments/debits'
  if (unsent > 0)
    return {
      state: 'attention',
      says: `${sayCount(unsent, { one: 'One direct debit collection has', other: '{count} direct debit collections have' })} reached their day, and the file was not downloaded.`,
      todo: 'Download the file and give it to your bank, or cancel the collection.',
      to,
    }
  if (unsettled > 0)
    return {
      state: 'attention',
      says: `It was never recorded what the bank paid for ${sayCount(unsettled, { one: 'one direct debit collection', other: '{count} direct debit collections' })}.`,
      todo: 'Compare with your bank statement and settle the collection, so that its members count as paid.',
      to,
    }
  return open === 0
    ? null
    : {
        state: 'well',
        says: `${sayCount(open, { one: 'One direct debit collection is', other: '{count} direct debit collections are' })} on the way.`,
      }
}

const findLines = async (ctx: Ctx) => {
  const [row] = await readRows(
    ctx,
    sql<{ waiting: number; oldestOn: Day | null }>`select count(*)::int as waiting, min(booked_on) as "oldestOn"
      from bank_lines where state = 'waiting'`,
  )
  return judgeLines(row ?? { waiting: 0, oldestOn: null }, await billingToday(ctx))
}

const findDebits = async (ctx: Ctx) => {
  const today = await billingToday(ctx)
  const [row] = await readRows(
    ctx,
    sql<{ open: number; unsent: number; unsettled: number }>`select count(*)::int as open,
        count(*) filter (where sent_at is null and collect_on <= ${today}::date)::int as unsent,
        count(*) filter (where sent_at is not null and collect_on < ${addDays(today, -settleDays)}::date)::int as unsettled
      from debit_runs r where cancelled_at is null
        and exists (select from debits d where d.run_id = r.id and d.state in ('announced', 'sent'))`,
  )
  return judgeDebits(row ?? { open: 0, unsent: 0, unsettled: 0 })
}

const shared = { area: 'money', pace: 'now', timeoutMs: 5000 } as const

export const bankChecks: readonly HealthCheck[] = [
  { ...shared, name: 'bank.lines', title: 'Bank statements', find: findLines },
  { ...shared, name: 'bank.debits', title: 'Direct debits', find: findDebits },
]
