import type { Stripe } from 'stripe'
import { idOf, table } from '../store.ts'

/** On its own, because charges show their refunds and refunds change charges. */
export const refunds = table<Stripe.Refund>({
  name: 'refund',
  prefix: 're_',
  by: { charge: ({ charge }) => idOf(charge), payment_intent: (row) => idOf(row.payment_intent) },
})

/** Whether refunds are refused, because the balance does not have their money. */
export const shortBalance = table<{ id: string }>({ name: 'short balance', prefix: '', isHidden: true })
