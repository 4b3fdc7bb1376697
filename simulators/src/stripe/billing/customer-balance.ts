import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { noSuch } from '../refusals.ts'
import { idOf } from '../store.ts'
import { moveBalance } from './invoice-finalize.ts'
import { customerBalanceTransactions } from './tables.ts'

const listUrl = (customer: string) => `/v1/customers/${customer}/balance_transactions`

/** Credit is below zero: it pays the next invoice. */
function adjust(
  world: StripeWorld,
  id: string,
  params: Stripe.CustomerCreateBalanceTransactionParams,
): Stripe.CustomerBalanceTransaction {
  const { amount, currency, description = null, metadata } = params
  const customer = world.store.get(customers, id)
  return moveBalance(world, customer, {
    amount,
    currency,
    type: 'adjustment',
    invoice: null,
    description: description || null,
    metadata: newMetadata(metadata),
  })
}

function entryOf(world: StripeWorld, customer: string, id: string): Stripe.CustomerBalanceTransaction {
  const entry = world.store.get(customerBalanceTransactions, id)
  if (idOf(entry.customer) !== customer) throw noSuch('customer_balance_transaction', id)
  return entry
}

export const balanceTransactionPart: StripePart = {
  tables: [customerBalanceTransactions],
  operations: [
    operation(
      'POST',
      '/v1/customers/:id/balance_transactions',
      'CustomerCreateBalanceTransactionParams',
      ({ world, params, path }) => adjust(world, path['id'] ?? '', params),
    ),
    operation(
      'GET',
      '/v1/customers/:id/balance_transactions',
      'CustomerListBalanceTransactionsParams',
      ({ world, params, path }) =>
        pageOf(
          world.store.by(customerBalanceTransactions, 'customer', path['id'] ?? ''),
          params,
          listUrl(path['id'] ?? ''),
        ),
    ),
    operation(
      'GET',
      '/v1/customers/:id/balance_transactions/:entry',
      'CustomerRetrieveBalanceTransactionParams',
      ({ world, path }) => entryOf(world, path['id'] ?? '', path['entry'] ?? ''),
    ),
  ],
}
