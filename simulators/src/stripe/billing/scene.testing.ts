import { Stripe } from 'stripe'
import { startStripe } from '../server.ts'

export const seconds = (text: string) => Date.parse(text) / 1_000
export const words = (at: number | null | undefined) =>
  at === null || at === undefined ? at : new Date(at * 1_000).toISOString().slice(0, 16)

/** A stand-in with a product, and members who join it. Its clock stands still. */
export async function startBilling(now: string, file?: string) {
  const fake = await startStripe({ now: new Date(now), ...(file !== undefined && { file }) })
  const stripe = new Stripe(fake.secretKey, { ...fake.client, maxNetworkRetries: 0 })
  const { id: product } = await stripe.products.create({ name: 'Full membership' })
  const price = async (unit_amount: number, recurring: Stripe.PriceCreateParams.Recurring = { interval: 'month' }) =>
    (await stripe.prices.create({ product, currency: 'eur', unit_amount, recurring })).id
  /** A customer with a card, or with another test payment method. */
  const member = async (method: string | null = 'pm_card_visa') => {
    const { id } = await stripe.customers.create({ email: 'bo@example.org', name: 'Bo' })
    if (method === null) return { customer: id, method: '' }
    const attached = await stripe.paymentMethods.attach(method, { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: attached.id } })
    return { customer: id, method: attached.id }
  }
  const account = async (iban: string) => {
    const made = await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Bo', email: 'bo@example.org' },
    })
    return member(made.id)
  }
  const to = (text: string) => fake.advance(new Date(text))
  const invoicesOf = async (subscription: string) =>
    (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed()
  const eventsOf = async (types: string[]) =>
    (await stripe.events.list({ types, limit: 100 })).data.toReversed().map(({ type }) => type)
  const look = (id: string) => stripe.subscriptions.retrieve(id)
  /** Failing from now on, fine before: what a card that runs out of money is like. */
  const failLater = async (subscription: string, customer: string) => {
    const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(subscription, { default_payment_method: id })
  }
  /** Time goes on for all tests of a file: each begins where the one before ended. */
  const later = (days: number, hours = 0) =>
    new Date(fake.now().getTime() + (days * 24 + hours) * 3_600_000).toISOString()
  return { fake, stripe, product, price, member, account, to, invoicesOf, eventsOf, look, failLater, later }
}

/** The period of the only item. */
export const periodOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data
  return [words(item?.current_period_start), words(item?.current_period_end)]
}

/** When the renewal has been collected, or has failed for the first time. */
export const afterRenewal = ({ items }: Stripe.Subscription) =>
  new Date(((items.data[0]?.current_period_end ?? 0) + 3_601) * 1_000).toISOString()

export const itemIdOf = ({ items }: Stripe.Subscription) => items.data[0]?.id ?? ''
export const idIn = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? '')
