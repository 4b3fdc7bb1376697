import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { addDays, type Day, readRange, startOfDay } from '#platform/local-day.ts'
import { billingToday, type BillingWork } from './billing-work.ts'
import { InvoiceContent } from './invoice-content.ts'
import { writeInvoice } from './invoices.ts'
import { mailPlan, type PlanMailOrder } from './mails.ts'

const words = (content: InvoiceContent): string => {
  if (content.isPaid) return 'It is paid. The PDF is attached.'
  const bank = content.bank === null ? '' : ` to ${content.bank.name}, ${content.bank.number}`
  if (content.collector === 'bank' || content.collector === 'invoice') {
    return `Please transfer the amount${bank}, with the reference ${content.reference}. The PDF is attached.`
  }
  return 'See in the portal how to pay. The PDF is attached.'
}

/** Emails a member an invoice or a credit note, with its PDF. */
export const mailInvoice = async (ctx: Ctx, { invoiceId }: { invoiceId: number }): Promise<void> => {
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst()
  if (!row) return
  const content = InvoiceContent.parse(row.content)
  const isInvoice = row.kind === 'invoice'
  const { locale } = content
  const order: PlanMailOrder = {
    mail: isInvoice ? 'invoice' : 'creditNote',
    memberId: row.member_id,
    facts: {
      name: String(row.number),
      amount: formatCents(Math.abs(row.total_cents), { locale, currency: row.currency }),
      on: isInvoice && !content.isPaid ? content.dueOn : '',
    },
  }
  const note = isInvoice ? words(content) : content.isRefund ? 'It is for the money we gave you back.' : ''
  await mailPlan(ctx, order, { note, files: [await writeInvoice(row)] })
}

export const mailPauseJob = job('mailPause', z.object({ breakId: z.number().int(), step: z.enum(['begins', 'ends']) }))

/** How many days before its end a pause is mentioned again. */
const endNoticeDays = 3

/** In the morning, where the space is. */
const morningOf = ({ settings }: BillingWork, day: Day) =>
  new Date(startOfDay(day, settings.SITE_TIME_ZONE).getTime() + 9 * 3_600_000)

/** Emails about a pause that was agreed on: when it begins, and before it ends. */
export const orderPauseMails = async (
  work: BillingWork,
  { breakId, from, to }: { breakId: number; from: Day; to: Day },
): Promise<void> => {
  const { today } = work
  await addJob(work, mailPauseJob, { breakId, step: 'begins' }, from <= today ? {} : { runAt: morningOf(work, from) })
  const noticeOn = addDays(to, -endNoticeDays)
  if (noticeOn > from) await addJob(work, mailPauseJob, { breakId, step: 'ends' }, { runAt: morningOf(work, noticeOn) })
}

/** Says that a pause begins or is nearly over, unless it was called off or ended meanwhile. */
export const mailPause = async (
  ctx: Ctx,
  { breakId, step }: { breakId: number; step: 'begins' | 'ends' },
): Promise<void> => {
  const [row] = await readRows(
    ctx,
    sql<{ days: string; memberId: number; plan: string; state: string }>`select b.days::text as days,
        s.member_id as "memberId", p.name as plan, s.state
      from subscription_breaks b
      join subscriptions s on s.id = b.subscription_id join plans p on p.id = s.plan_id
      where b.id = ${breakId} and b.cancelled_at is null`,
  )
  if (!row || row.state === 'ended' || (step === 'ends' && row.state !== 'paused')) return
  const { from, to } = readRange(row.days)
  const today = await billingToday(ctx)
  if (today < (step === 'begins' ? from : addDays(to, -endNoticeDays)) || to <= today) return
  await mailPlan(ctx, {
    mail: step === 'begins' ? 'planPaused' : 'pauseEnds',
    memberId: row.memberId,
    facts: { plan: row.plan, on: from, until: to },
  })
}
