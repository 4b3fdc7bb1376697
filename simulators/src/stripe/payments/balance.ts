import type { Stripe } from 'stripe'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { idOf, table } from '../store.ts'

export const balanceTransactions = table<Stripe.BalanceTransaction>({
  name: 'balance transaction',
  prefix: 'txn_',
  by: { source: ({ source }) => idOf(source) },
})

/** Which payout took a movement to the bank. */
type PayoutNote = { id: string; payout: string }
export const paidOut = table<PayoutNote>({
  name: 'paid out',
  prefix: 'txn_',
  isHidden: true,
  by: { payout: ({ payout }) => payout },
})

const day = 86_400
/** What comes in can be paid out after two days. */
const waitSeconds = 2 * day

/** Plausible and always the same, so that tests can reckon with them: 1.75 % and 30 cents, a debit 1 % and 30 cents. */
export const feeOf = (amount: number, type: string): number =>
  type === 'card' ? Math.round(amount * 0.0175) + 30 : Math.min(Math.round(amount * 0.01) + 30, 350)

type BalanceMovement = {
  type: Stripe.BalanceTransaction.Type
  reporting_category: string
  amount: number
  fee?: number
  currency: string
  source: string
  description?: string | null
  /** Can be paid out, or is taken away, at once. */
  isImmediate?: boolean
}

/** Books a movement on the balance. */
export function addMovement(world: StripeWorld, movement: BalanceMovement): Stripe.BalanceTransaction {
  const { store, clock } = world
  const { type, amount, fee = 0, currency, source, isImmediate = false } = movement
  const created = clock.seconds()
  const transaction = store.insert(balanceTransactions, {
    id: store.newId(balanceTransactions),
    object: 'balance_transaction',
    amount,
    available_on: isImmediate ? created : created + waitSeconds,
    balance_type: 'payments',
    created,
    currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: movement.reporting_category,
    source,
    status: isImmediate ? 'available' : 'pending',
    type,
  })
  clock.schedule({ at: transaction.available_on * 1_000, kind: 'money-available', data: { id: transaction.id } })
  return transaction
}

const sumOf = (rows: Stripe.BalanceTransaction[], isMeant: (row: Stripe.BalanceTransaction) => boolean) => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) + (isMeant(row) ? row.net : 0))
  return sums
}

const describe = (sums: Map<string, number>, currency: string) =>
  [...(sums.size === 0 ? new Map([[currency, 0]]) : sums)].map(([name, amount]) => ({
    amount,
    currency: name,
    source_types: { card: amount },
  }))

const isWanted = (
  world: StripeWorld,
  row: Stripe.BalanceTransaction,
  { created, currency, payout, source, type }: Stripe.BalanceTransactionListParams,
) =>
  isInRange(row.created, created) &&
  (currency === undefined || row.currency === currency) &&
  (type === undefined || row.type === type) &&
  (source === undefined || idOf(row.source) === source) &&
  (payout === undefined || world.store.find(paidOut, row.id)?.payout === payout)

export const balancePart: StripePart = {
  tables: [balanceTransactions, paidOut],
  operations: [
    operation('GET', '/v1/balance', 'BalanceRetrieveParams', ({ world }) => {
      const rows = world.store.all(balanceTransactions)
      const { currency } = world.account
      return {
        object: 'balance',
        available: describe(
          sumOf(rows, ({ status }) => status === 'available'),
          currency,
        ),
        connect_reserved: [{ amount: 0, currency }],
        livemode: false,
        pending: describe(
          sumOf(rows, ({ status }) => status === 'pending'),
          currency,
        ),
      } satisfies Stripe.Balance
    }),
    operation('GET', '/v1/balance_transactions', 'BalanceTransactionListParams', ({ world, params }) =>
      pageOf(
        world.store.all(balanceTransactions).filter((row) => isWanted(world, row, params)),
        params,
        '/v1/balance_transactions',
      ),
    ),
    operation('GET', '/v1/balance_transactions/:id', 'BalanceTransactionRetrieveParams', ({ world, path }) =>
      world.store.get(balanceTransactions, path['id'] ?? ''),
    ),
  ],
}
