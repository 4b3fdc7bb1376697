// On its own: what a payment at Stripe was paid with, for whatever it was.
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import type Stripe from 'stripe'

/** How a payment intent paid; what is no card is a debit from an account. */
export const methodOf = (
  intent: Stripe.PaymentIntent | null,
): Extract<PaymentMethod, 'card' | 'directDebit' | 'other'> => {
  const charge = intent?.latest_charge
  const type = typeof charge === 'object' ? charge?.payment_method_details?.type : undefined
  if (intent === null) return 'other'
  return type === undefined || type === 'card' || type === 'link' ? 'card' : 'directDebit'
}
