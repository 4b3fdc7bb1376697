// On its own: `jobs.ts` imports what is done in these jobs, and what is done adds some of them itself.
import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** A card or mandate was saved: it becomes what Stripe collects with, and what waited for one is tried again. */
export const paymentMethodSavedJob = job('paymentMethodSaved', z.object({ memberId: z.number().int() }))

export const detachMethodJob = job('detachMethod', z.object({ methodId: z.string() }))

export const deleteCustomerJob = job('deleteCustomer', z.object({ customerId: z.string() }))

/** Something happened to an object of Stripe’s: it is asked for as it is now. */
export const syncRootJob = job('syncStripeObject', z.object({ root: z.string().max(200) }))

/** Finishes what a request, or a process that ended, left of a top-up. */
export const finishTopUpJob = job('finishTopUp', z.object({ topUpId: z.number().int() }))

/** The same of what pays open charges. */
export const finishCardPaymentJob = job('finishCardPayment', z.object({ cardPaymentId: z.number().int() }))

/** Everything at Stripe is compared with what is here. */
export const reconcileJob = job('reconcileStripe', z.unknown())
