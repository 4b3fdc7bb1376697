import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { type BillingWork, noteEvent, openDay } from '../billing-work.ts'
import { allocate, dayToTakeOut, type MoneyMove, settle } from '../charges/allocations.ts'
import { insertCharges } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { mailPlanJob } from '../mails.ts'
import { lockPayer } from '../subscription-row.ts'
import { enterTakings, type LeftOfPayment, leftOfPayment, type PaidCharge, spendCredit, spread } from './credit.ts'
import { insertPayment } from './payments.ts'

/** The newest that went out of a payment and was not undone. */
const findTaking = async ({ tx }: BillingWork, paymentId: number) => {
  const { rows } = await sql<{ paidOn: Day }>`select r.paid_on as "paidOn" from payment_takings t
    join payments r on r.id = t.taken_by_id
    where t.payment_id = ${paymentId} and r.amount_cents < 0
      and not exists (select from payments u where u.reverses_id = r.id)
    order by r.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Refuses to take a payment back of which something went out already: that would leave twice. */
export const refuseGivenBack = async (work: BillingWork, paymentId: number, left: LeftOfPayment): Promise<void> => {
  if (left.takenCents === 0) return
  const taking = await findTaking(work, paymentId)
  const { SITE_LOCALE_CURRENCY: locale } = work.settings
  const amount = formatCents(left.takenCents, { locale, currency: left.currency })
  const day = longDay(taking?.paidOn ?? left.paidOn, locale)
  const detail = `${amount} of it was given back on ${day}. Undo that first.`
  throw new AppError('givenBack', { detail, fields: [{ field: 'reason', message: detail }] })
}

/** Takes out of charges what a payment had paid of them: they are open again, and due from today. */
const takeOutOfCharges = async (
  work: BillingWork,
  { paymentId, charges, moved }: { paymentId: number; charges: readonly PaidCharge[]; moved: MoneyMove },
): Promise<void> => {
  for (const { chargeId, cents } of charges) {
    const day = await dayToTakeOut(work, { paymentId, chargeId, day: moved.day })
    await allocate(work, [{ paymentId, chargeId, cents: -cents }], { ...moved, day })
  }
  await settle(
    work,
    charges.map(({ chargeId }) => chargeId),
  )
}

/**
 * Takes a payment back: the charges it paid are open again, and due from today. Without a day it counts on that of the
 * payment, because it never was.
 */
export const reversePayment = async (
  work: BillingWork,
  { paymentId, reason, paidOn }: { paymentId: number; reason: string; paidOn?: Day | undefined },
): Promise<{ memberId: number; reversalId: number }> => {
  const { memberId } = await leftOfPayment(work, paymentId)
  await lockPayer(work, memberId)
  const payment = await leftOfPayment(work, paymentId)
  if (payment.isReversed) throw new AppError('alreadyReversed')
  await refuseGivenBack(work, paymentId, payment)
  const { amountCents, currency, method, reference, charges } = payment
  const day = paidOn ?? (await openDay(work, payment.paidOn))
  const reversalId = await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method,
    reference,
    note: reason,
    paidOn: day,
    reversesId: paymentId,
  })
  await takeOutOfCharges(work, { paymentId, charges, moved: { takenById: reversalId, day } })
  await enterTakings(work, reversalId, [{ paymentId, cents: amountCents }])
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents, reason })
  await spendCredit(work, { memberId, currency })
  await followPayer(work, memberId)
  return { memberId, reversalId }
}

type DoubleMoney = { memberId: number; currency: string; cents: number; reason: string; moved: MoneyMove }

/** Asks a member for money that left though nothing was left of it: they have it twice. */
export const chargeBack = async (work: BillingWork, owed: DoubleMoney): Promise<void> => {
  const { memberId, currency, cents: amountCents, reason, moved } = owed
  if (amountCents <= 0) return
  const charge = {
    memberId,
    subscriptionId: null,
    kind: 'toPayBack',
    period: null,
    description: `To pay back: ${reason}`.slice(0, 200),
    amountCents,
    discountCents: 0,
    currency,
    dueOn: work.today,
  } as const // narrows the words
  const [chargeId = 0] = await insertCharges(work, [charge], { moved })
  await enterTakings(work, moved.takenById, [{ chargeId, cents: amountCents }])
  noteEvent(work, 'billing.toPayBack', { memberId, chargeId, amountCents, reason })
  const amount = formatCents(amountCents, { locale: work.settings.SITE_LOCALE_CURRENCY, currency })
  await addJob(work, mailPlanJob, { mail: 'toPayBack', memberId, refundId: moved.takenById, facts: { amount } })
}

type Withdrawal = { paymentId: number; amountCents: number; reason: string; providerRef?: string; paidOn?: Day }

/**
 * Books that a bank or a provider took money of a payment back, as much as it took: of what was left over first, then of
 * what it paid of the newest charges, which is open again. What was given back before, the member owes.
 */
export const withdrawPayment = async (work: BillingWork, withdrawal: Withdrawal): Promise<void> => {
  const { paymentId, amountCents, reason, providerRef, paidOn: day = work.today } = withdrawal
  const { memberId } = await leftOfPayment(work, paymentId)
  await lockPayer(work, memberId)
  const payment = await leftOfPayment(work, paymentId)
  if (payment.isReversed) throw new AppError('alreadyReversed')
  if (amountCents === payment.amountCents && payment.takenCents === 0) {
    await reversePayment(work, { paymentId, reason, paidOn: day })
    return
  }
  const { currency, method, reference } = payment
  const creditCents = Math.min(amountCents, payment.creditCents)
  const { parts, restCents } = spread(payment.charges, amountCents - creditCents)
  const withdrawalId = await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method,
    reference,
    note: reason,
    paidOn: day,
    refundsId: paymentId,
    ...(providerRef !== undefined && { providerRef }),
  })
  const moved = { takenById: withdrawalId, day }
  await takeOutOfCharges(work, { paymentId, charges: parts, moved })
  await enterTakings(work, withdrawalId, [{ paymentId, cents: amountCents - restCents }])
  await chargeBack(work, { memberId, currency, cents: restCents, reason, moved })
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents, reason })
  await spendCredit(work, { memberId, currency })
  await followPayer(work, memberId)
}
