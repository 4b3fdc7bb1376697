import type { AuditEventName } from '@spacekeeper/contract/audit-events.ts'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { type ChangePart, change, type Work, unchanged } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { addDays, type Day, earlierDay, laterDay, localDay } from '#platform/local-day.ts'
import { type InvoicedWork, issueInvoices } from './invoices.ts'
import { onceChargedHere } from './kept-plans.ts'

/** One transaction on subscriptions, charges and payments: what is done in it, and what the audit will say of it. */
export type BillingWork = InvoicedWork & {
  parts: ChangePart[]
  /** Its payer settles it at this moment in another way, so that nothing is taken by itself. */
  isPaying?: boolean
  /** Members whose row this transaction holds. */
  lockedPayers: Set<number>
}

export const billingToday = async (ctx: WorkCtx): Promise<Day> =>
  localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

export const startWork = async (work: Work): Promise<BillingWork> => {
  const settings = await work.ctx.settings.all()
  const today = localDay(work.now, settings.SITE_TIME_ZONE)
  return {
    ...work,
    settings,
    today,
    parts: [],
    lockedPayers: new Set(),
    issued: [],
    voided: [],
    refunded: [],
    restored: [],
  }
}

/** Money of a month that is closed counts from the first day that is open; no day is yet to come. */
export const openDay = async ({ tx, today }: BillingWork, day: Day): Promise<Day> => {
  const row = await tx.selectFrom('books_closed').select('closed_through').executeTakeFirst()
  const open = row?.closed_through ? laterDay(day, addDays(row.closed_through, 1)) : day
  return earlierDay(open, today)
}

/** Whose screens show something else now. */
export const billingNotices = (memberId: number): Notice[] => [
  screens.notice({ topic: 'billing', audience: { memberId } }),
  screens.notice({ topic: 'billing', audience: { staff: ['money'] } }),
]

/** Notes what was done to a member's plan or money, for the audit and open screens. */
export const noteEvent = (
  work: BillingWork,
  event: AuditEventName,
  { memberId, ...data }: { memberId: number } & Record<string, unknown>,
): void => {
  work.parts.push({ event, subject: { kind: 'member', id: memberId }, data, tell: billingNotices(memberId) })
}

/** The same as `changeBilling`, of what is charged here already. */
export const changeOnce = <T>(ctx: Ctx, event: AuditEventName, run: (work: BillingWork) => Promise<T>): Promise<T> =>
  change(ctx, event, async (begun) => {
    const work = await startWork(begun)
    const result = await run(work)
    await issueInvoices(work)
    const [first, ...also] = work.parts
    return first ? { ...first, result, also } : unchanged(result)
  })

/**
 * Runs what changes subscriptions, charges or payments in one transaction, with everything it noted in the audit. A plan
 * that Stripe still collects is taken over before it is changed.
 */
export const changeBilling = <T>(ctx: Ctx, event: AuditEventName, run: (work: BillingWork) => Promise<T>): Promise<T> =>
  onceChargedHere(ctx, () => changeOnce(ctx, event, run))
