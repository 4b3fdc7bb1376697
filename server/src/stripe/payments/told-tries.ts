// After a try that took nothing: when there is another, and the mail that says so, once for each.
import { sql } from 'kysely'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import type { BillingWork } from '../../billing/billing-work.ts'
import { type CardPlanMail, mailCardPlanJob } from '../plan-mails.ts'
import { isFinalDecline, nextTryOn } from './decline-rules.ts'
import type { PaymentMove } from './payment-purpose.ts'
import type { StripePaymentRow } from './payment-rows.ts'

type TriedPlan = { name: string; state: string; dueDays: Day[] }

const findPlan = async ({ tx }: BillingWork, row: StripePaymentRow): Promise<TriedPlan | undefined> => {
  const { rows } = await sql<TriedPlan>`select p.name, s.state,
      array(select c.due_on::text from charges c where c.id = any(${row.charge_ids}::int[]) and c.state = 'open') as "dueDays"
    from subscriptions s join plans p on p.id = s.plan_id
    where s.member_id = ${row.member_id} and s.collector = 'stripe' order by s.id desc limit 1`.execute(tx)
  return rows[0]
}

type EndedTry = { row: StripePaymentRow; move: PaymentMove }

const mailOf = ({ row, move: { state } }: EndedTry): CardPlanMail => {
  if (state === 'unconfirmed') return 'cardConfirmation'
  return row.state === 'processing' ? 'paymentSentBack' : 'cardPaymentFailed'
}

/** Members who join read it on their screen and try again there; nothing is said of what a plan no longer waits for. */
const isTold = ({ state }: TriedPlan): boolean => state !== 'incomplete' && state !== 'ended'

/** Notes of a try that took nothing whether and when there is another, and tells the member of both. */
export const noteTry = async (work: BillingWork, ended: EndedTry): Promise<void> => {
  const { row, move } = ended
  const { state, failure, decline } = move
  if (row.way !== 'automatic' || (state !== 'failed' && state !== 'unconfirmed')) return
  const plan = await findPlan(work, row)
  const isFinal = state === 'failed' && isFinalDecline(decline ?? {})
  const isMailed = plan !== undefined && isTold(plan)
  const steps = isFinal || !isMailed ? [] : work.settings.CARD_RETRY_DAYS
  const nextOn = nextTryOn(plan?.dueDays ?? [], { today: work.today, steps })
  await work.tx
    .updateTable('stripe_payments')
    .set({ is_final: isFinal, next_try_on: nextOn, told_at: isMailed ? work.now : null })
    .where('id', '=', row.id)
    .execute()
  if (!isMailed) return
  const { member_id: memberId, amount_cents: amountCents, currency } = row
  const reason = state === 'failed' ? failure : ''
  const facts = { plan: plan.name, amountCents, currency, reason, nextTryOn: nextOn ?? '' }
  await addJob(work, mailCardPlanJob, { mail: mailOf(ended), memberId, facts })
}
