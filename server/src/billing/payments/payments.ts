import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { recordedActor } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { followPayer } from '../follow.ts'
import { lockPayer } from '../subscription-row.ts'
import { creditOf, spendCredit, takeCredit } from './credit.ts'

export type NewPayment = {
  memberId: number
  /** Positive: money that arrived. */
  amountCents: number
  currency: string
  method: PaymentMethod
  reference?: string
  note?: string
  paidOn: Day
  /** Sent again with the same key, nothing more is booked. */
  idempotencyKey?: string
  /** The charges it pays first; then the oldest that are open. */
  chargeIds?: readonly number[]
  /** The movement of the balance it was taken from. */
  ledgerEntryId?: number
  /** Its name at the provider that took it; booked with the same name, nothing more is booked. */
  providerRef?: string
}

export type PaymentOutcome = {
  paymentId: number
  /** What of it paid which charges. */
  paid: readonly { chargeId: number; cents: number }[]
  isNew: boolean
}

export const insertPayment = async (
  work: BillingWork,
  payment: NewPayment & { reversesId?: number; refundsId?: number },
): Promise<number> => {
  const { tx, ctx, now } = work
  const actor = recordedActor(ctx.actor)
  const { id } = await tx
    .insertInto('payments')
    .values({
      member_id: payment.memberId,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      method: payment.method,
      reference: payment.reference ?? '',
      note: payment.note ?? '',
      paid_on: payment.paidOn,
      at: now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      reverses_id: payment.reversesId ?? null,
      refunds_id: payment.refundsId ?? null,
      idempotency_key: payment.idempotencyKey ?? null,
      ledger_entry_id: payment.ledgerEntryId ?? null,
      provider_ref: payment.providerRef ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const findByKey = async ({ tx }: BillingWork, key: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'member_id', 'amount_cents'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** Books money that arrived: it pays the named charges, then the oldest, and what is left over pays the next. */
export const bookPayment = async (work: BillingWork, payment: NewPayment): Promise<PaymentOutcome> => {
  const { memberId, amountCents, currency, method, paidOn, idempotencyKey: key, chargeIds = [] } = payment
  if (paidOn > work.today) throw badField('paidOn', 'This day has not come yet.')
  await lockPayer(work, memberId)
  const before = key === undefined ? undefined : await findByKey(work, key)
  if (before) {
    if (before.member_id !== memberId || before.amount_cents !== amountCents) throw new AppError('keyReused')
    return { paymentId: before.id, paid: [], isNew: false }
  }
  const paymentId = await insertPayment(work, payment)
  const paid = await spendCredit(work, { memberId, currency, chargeIds })
  noteEvent(work, 'billing.paid', { memberId, paymentId, amountCents, method, paid })
  await followPayer(work, memberId)
  return { paymentId, paid, isNew: true }
}

/** Pays back what a member has left over, or a part of it. */
export const giveBackCredit = async (
  work: BillingWork,
  payment: Omit<NewPayment, 'chargeIds' | 'ledgerEntryId'>,
): Promise<{ paymentId: number; creditCents: number }> => {
  const { memberId, amountCents, currency } = payment
  await lockPayer(work, memberId)
  const credit = await creditOf(work, memberId, currency)
  if (amountCents > credit) throw badField('amountCents', 'That is more than the member has left over.')
  const paymentId = await insertPayment(work, { ...payment, amountCents: -amountCents })
  await takeCredit(work, { takenById: paymentId, memberId, currency, cents: amountCents })
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents, reason: payment.note })
  return { paymentId, creditCents: credit - amountCents }
}
