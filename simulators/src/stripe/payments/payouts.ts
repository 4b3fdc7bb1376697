import type { Stripe } from 'stripe'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { table } from '../store.ts'
import { addMovement, balanceTransactions, paidOut } from './balance.ts'

export const payouts = table<Stripe.Payout>({ name: 'payout', prefix: 'po_' })

/** The nights for which a payout is planned already. */
type PayoutNight = { id: string }
const payoutNights = table<PayoutNight>({ name: 'payout night', prefix: '', isHidden: true })

const dayMs = 86_400_000

/** What can be paid out now leaves with the next midnight (UTC). */
function becomeAvailable(world: StripeWorld, id: string) {
  const { store, clock } = world
  const row = store.find(balanceTransactions, id)
  if (!row) return
  store.update(balanceTransactions, id, { status: 'available' })
  const at = (Math.floor(clock.ms() / dayMs) + 1) * dayMs
  if (row.type === 'payout' || store.find(payoutNights, String(at))) return
  store.insert(payoutNights, { id: String(at) })
  clock.schedule({ at, kind: 'payout', data: { night: String(at) } })
}

/** One payout of each currency, of all that is available and was not paid out. */
function payOut(world: StripeWorld, night: string) {
  const { store } = world
  store.remove(payoutNights, night)
  const open = store
    .all(balanceTransactions)
    .filter((row) => row.status === 'available' && row.type !== 'payout' && !store.find(paidOut, row.id))
  for (const currency of new Set(open.map((row) => row.currency))) {
    const rows = open.filter((row) => row.currency === currency)
    const amount = rows.reduce((sum, { net }) => sum + net, 0)
    if (amount > 0) sendPayout(world, { rows, amount, currency })
  }
}

function sendPayout(
  world: StripeWorld,
  { rows, amount, currency }: { rows: Stripe.BalanceTransaction[]; amount: number; currency: string },
) {
  const { store, clock } = world
  const id = store.newId(payouts)
  const transaction = addMovement(world, {
    type: 'payout',
    reporting_category: 'payout',
    amount: -amount,
    currency,
    source: id,
    isImmediate: true,
    description: 'STRIPE PAYOUT',
  })
  for (const row of [...rows, transaction]) store.insert(paidOut, { id: row.id, payout: id })
  const payout = store.insert(payouts, {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: Math.floor(clock.ms() / dayMs) * 86_400 + 86_400,
    automatic: true,
    balance_transaction: transaction.id,
    created: clock.seconds(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  })
  world.record('payout.created', payout)
  clock.schedule({ at: payout.arrival_date * 1_000, kind: 'payout-arrives', data: { id } })
}

function arrive(world: StripeWorld, id: string) {
  const previous = world.store.get(payouts, id)
  const paid = world.store.update(payouts, id, { status: 'paid', reconciliation_status: 'completed' })
  world.record('payout.updated', paid, { previous })
  world.record('payout.paid', paid)
  world.record('payout.reconciliation_completed', paid)
}

const isWanted = (row: Stripe.Payout, { arrival_date: arrival, created, status }: Stripe.PayoutListParams) =>
  isInRange(row.arrival_date, arrival) &&
  isInRange(row.created, created) &&
  (status === undefined || row.status === status)

export const payoutsPart: StripePart = {
  tables: [payouts, payoutNights],
  operations: [
    operation('GET', '/v1/payouts', 'PayoutListParams', ({ world, params }) =>
      pageOf(
        world.store.all(payouts).filter((row) => isWanted(row, params)),
        params,
        '/v1/payouts',
      ),
    ),
    operation('GET', '/v1/payouts/:id', 'PayoutRetrieveParams', ({ world, path }) =>
      world.store.get(payouts, path['id'] ?? ''),
    ),
  ],
  works: {
    'money-available': (world, { id }) => becomeAvailable(world, id ?? ''),
    payout: (world, { night }) => payOut(world, night ?? ''),
    'payout-arrives': (world, { id }) => arrive(world, id ?? ''),
  },
}
