import { addJob } from '#platform/jobs/add-job.ts'
import { localDay } from '#platform/local-day.ts'
import type { BillingWork } from '../billing/billing-work.ts'
import { mailCardPlanJob } from './plan-mails.ts'
import type { InvoiceAtStripe } from './subscription-facts.ts'

type FailedTry = { needsConfirmation: boolean; failure: string | null }

/** What a member does on their screen, such as changing the plan, they read there. */
const isDoneWhileAway = ({ invoice }: InvoiceAtStripe): boolean =>
  invoice.status === 'open' && invoice.attempt_count > 0 && invoice.billing_reason !== 'subscription_update'

/** Notes that the member knows of these tries: by a mail, or from their screen. False: they know already. */
const noteTold = async (
  { tx, now }: BillingWork,
  { invoice: { id, attempt_count: attempts }, isMailed }: Pick<InvoiceAtStripe, 'invoice'> & { isMailed: boolean },
): Promise<boolean> => {
  const noted = await tx
    .updateTable('stripe_invoices')
    .set({ told_attempts: attempts, ...(isMailed && { told_at: now }) })
    .where('invoice_id', '=', id)
    .where('told_attempts', '<', attempts)
    .returning('invoice_id')
    .executeTakeFirst()
  return noted !== undefined
}

const dayOf = (seconds: number | null, zone: string): string =>
  seconds === null ? '' : localDay(new Date(seconds * 1000), zone)

/** Tells a member of each of Stripe's tries that failed once, by mail; of a first payment they read on the screen. */
export const mailFailedTry = async (
  work: BillingWork,
  { found, subscriptionId, tried }: { found: InvoiceAtStripe; subscriptionId: number; tried: FailedTry },
): Promise<void> => {
  const { invoice } = found
  if (!isDoneWhileAway(found) || !(tried.needsConfirmation || tried.failure !== null)) return
  const { memberId, plan, state } = await work.tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.member_id as memberId', 's.state', 'p.name as plan'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const isMailed = state !== 'incomplete' && state !== 'ended'
  if (!(await noteTold(work, { invoice, isMailed })) || !isMailed) return
  await addJob(work, mailCardPlanJob, {
    mail: tried.needsConfirmation ? 'cardConfirmation' : 'cardPaymentFailed',
    memberId,
    facts: {
      plan,
      amountCents: invoice.amount_remaining,
      currency: invoice.currency.toUpperCase(),
      reason: tried.failure ?? '',
      payAt: invoice.hosted_invoice_url ?? '',
      nextTryOn: dayOf(invoice.next_payment_attempt, work.settings.SITE_TIME_ZONE),
    },
  })
}
