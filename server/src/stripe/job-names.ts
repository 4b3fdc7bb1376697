// On its own: `jobs.ts` imports what is done in these jobs, and what is done adds some of them itself.
import { cardRefundFailures } from '@spacekeeper/contract/billing/words.ts'
import { someKeysOf } from '@spacekeeper/contract/keys-of.ts'
import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** A card or mandate was saved: it becomes what Stripe collects with, and what waited for one is tried again. */
export const paymentMethodSavedJob = job('paymentMethodSaved', z.object({ memberId: z.number().int() }))

export const detachMethodJob = job('detachMethod', z.object({ methodId: z.string() }))

export const deleteCustomerJob = job('deleteCustomer', z.object({ customerId: z.string() }))

/** Something happened to an object of Stripe’s: it is asked for as it is now. */
export const syncRootJob = job('syncStripeObject', z.object({ root: z.string().max(200) }))

/** Finishes what a request, or a process that ended, left of a payment of our own. */
export const finishPaymentJob = job('finishPayment', z.object({ paymentId: z.number().int() }))

/** The same for all that are not decided. */
export const finishPaymentsJob = job('finishPayments', z.unknown())

/** Finishes a refund that staff asked for. */
export const finishCardRefundJob = job('finishCardRefund', z.object({ refundId: z.number().int() }))

/** Tells treasurers what Stripe says of a member's money. */
export const mailTreasurersJob = job(
  'mailTreasurers',
  z.discriminatedUnion('mail', [
    z.object({
      mail: z.literal('refundFailed'),
      memberId: z.number().int(),
      facts: z.object({
        amountCents: z.number().int(),
        currency: z.string(),
        failure: z.enum(someKeysOf(cardRefundFailures)),
      }),
    }),
    z.object({
      mail: z.literal('disputeOpened'),
      memberId: z.number().int(),
      facts: z.object({
        amountCents: z.number().int(),
        currency: z.string(),
        /** The bank's word for it, as Stripe has it. */
        reason: z.string(),
        /** The instant until which it can be answered; empty where it can't. */
        dueAt: z.string(),
        /** Whether the money is gone for now; an enquiry takes none. */
        isTaken: z.boolean(),
      }),
    }),
  ]),
)

/** Everything at Stripe is compared with what is here. */
export const reconcileJob = job('reconcileStripe', z.unknown())
