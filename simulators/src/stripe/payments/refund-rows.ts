import type { Stripe } from 'stripe'
import { idOf, table } from '../store.ts'

/** On its own, because charges show their refunds and refunds change charges. */
export const refunds = table<Stripe.Refund>({
  name: 'refund',
  prefix: 're_',
  by: { charge: ({ charge }) => idOf(charge), payment_intent: (row) => idOf(row.payment_intent) },
})
