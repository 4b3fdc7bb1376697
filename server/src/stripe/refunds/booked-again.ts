// On its own: refunds and disputes both come back sometimes.
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import type { BillingWork } from '../../billing/billing-work.ts'
import { bookPayment } from '../../billing/payments/payments.ts'

/** A payment that came through Stripe, and what it is there. */
export type ProviderPayment = {
  id: number
  memberId: number
  intentId: string
  amountCents: number
  currency: string
  method: PaymentMethod
}

/** Money that came back after all: a refund the bank refused, a dispute that was won. */
export const bookAgain = async (
  work: BillingWork,
  { payment, ref, amountCents }: { payment: ProviderPayment; ref: string; amountCents: number },
): Promise<void> => {
  const { memberId, currency, method } = payment
  const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
  await bookPayment(work, { memberId, currency, method, amountCents, paidOn: work.today, ...named })
}

export const isBooked = async ({ tx }: BillingWork, ref: string): Promise<boolean> =>
  (await tx.selectFrom('payments').select('id').where('provider_ref', '=', ref).executeTakeFirst()) !== undefined
