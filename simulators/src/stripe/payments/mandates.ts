import type { Stripe } from 'stripe'
import { randomLetters } from '../ids.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { idOf, table } from '../store.ts'

export const mandates = table<Stripe.Mandate>({
  name: 'mandate',
  prefix: 'mandate_',
  by: { payment_method: (row) => idOf(row.payment_method) },
})

const isFinished = (status: string) => status === 'inactive'

/** What allows debits of an account: the one that is there, or a new one. Cards have none. */
export function mandateFor(world: StripeWorld, method: Stripe.PaymentMethod): Stripe.Mandate | null {
  const { store, clock } = world
  if (method.type === 'card') return null
  const known = store.by(mandates, 'payment_method', method.id).find(({ status }) => !isFinished(status))
  if (known) return known
  const id = store.newId(mandates)
  const reference = randomLetters(16).toUpperCase()
  const url = `${world.url}/mandates/${id}`
  return store.insert(mandates, {
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: clock.seconds(),
      online: { ip_address: '127.0.0.1', user_agent: 'Stand-in' },
      type: 'online',
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details:
      method.type === 'sepa_debit'
        ? { sepa_debit: { reference, url }, type: 'sepa_debit' }
        : { au_becs_debit: { url }, type: 'au_becs_debit' },
    status: 'active',
    type: 'multi_use',
  })
}

/** Whether the bank or the payer ended it. */
export const isRevoked = (world: StripeWorld, method: string): boolean =>
  world.store.by(mandates, 'payment_method', method).some(({ status }) => isFinished(status))

export const mandatesPart: StripePart = {
  tables: [mandates],
  operations: [
    operation('GET', '/v1/mandates/:id', 'MandateRetrieveParams', ({ world, path }) =>
      world.store.get(mandates, path['id'] ?? ''),
    ),
  ],
  controls: {
    /** The payer ends the mandate at their bank: `{ mandate }`. */
    'revoke-mandate': (world, { mandate }) => {
      const previous = world.store.get(mandates, String(mandate))
      const revoked = world.store.update(mandates, previous.id, { status: 'inactive' })
      world.record('mandate.updated', revoked, { previous })
      return revoked
    },
  },
}
