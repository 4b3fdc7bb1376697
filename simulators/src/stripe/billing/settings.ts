import type { StripePart, StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { table } from '../store.ts'

/** What people choose in Stripe's own pages, under *Billing*. */
export type BillingSettings = {
  id: string
  /** Days after the first failure on which a card is tried again. */
  retryDays: number[]
  /** What becomes of the subscription after the last. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
  /** Failed debits are retried like cards. Stripe does not, unless it is asked to. */
  retriesDebits: boolean
  /** So many days before a renewal `invoice.upcoming` is sent; 0: never. */
  upcomingDays: number
}

const settings = table<BillingSettings>({ name: 'billing settings', prefix: '', isHidden: true })
const usual: BillingSettings = {
  id: 'settings',
  retryDays: [1, 3, 5, 7],
  afterRetries: 'canceled',
  retriesDebits: false,
  upcomingDays: 7,
}

export const billingSettings = ({ store }: StripeWorld): BillingSettings => store.find(settings, usual.id) ?? usual

const endings = ['canceled', 'unpaid', 'past_due'] as const

/** Only what is given is changed. */
export function changeSettings(world: StripeWorld, given: Record<string, unknown>): BillingSettings {
  const { retryDays, afterRetries, retriesDebits, upcomingDays } = given
  const before = billingSettings(world)
  const ending = afterRetries === undefined ? before.afterRetries : endings.find((one) => one === afterRetries)
  if (ending === undefined) throw invalidRequest(`afterRetries is one of ${endings.join(', ')}`)
  return world.store.insert(settings, {
    ...before,
    afterRetries: ending,
    ...(Array.isArray(retryDays) && { retryDays: retryDays.map(Number) }),
    ...(typeof retriesDebits === 'boolean' && { retriesDebits }),
    ...(typeof upcomingDays === 'number' && { upcomingDays }),
  })
}

export const settingsPart: StripePart = {
  tables: [settings],
  controls: { billing: (world, body) => changeSettings(world, body) },
}
