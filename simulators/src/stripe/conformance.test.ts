import { readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startStripe, type FakeStripe } from './server.ts'

/**
 * Stripe's own samples of each object (`openapi/fixtures3.json` of github.com/stripe/openapi), where the file is at
 * hand: its names of fields are compared with ours.
 */
const file = process.env['STRIPE_FIXTURES']

/**
 * What differs: `+` is new since the samples (2026-08) or shown only sometimes (a secret, what was expanded, what only
 * some ways of paying have), `-` is gone or must be expanded.
 */
const differing: Record<string, string[]> = {
  account: ['+business_profile.specified_commercial_transactions_act_url'],
  charge: ['+outcome.risk_level', '+payment_method_details.card.electronic_commerce_indicator', '-refunds'],
  'checkout.session': ['+allowed_payment_method_types'],
  customer: ['+customer_account'],
  dispute: ['+evidence_details.submission_method', '+intended_submission_method'],
  invoice: ['+payments', '-subscription'],
  invoice_payment: ['+payment.payment_intent'],
  line_item: ['+pricing.price_details'],
  payment_intent: ['+allowed_payment_method_types', '+automatic_payment_methods.allow_redirects', '+payment_record'],
  product: ['+tax_details'],
  refund: ['+destination_details.card.reference_status'],
  setup_intent: [
    '+allowed_payment_method_types',
    '+automatic_payment_methods.allow_redirects',
    '+customer_account',
    '+managed_payments',
  ],
  subscription: [
    '+billing_mode.flexible.proration_discounts',
    '+billing_mode.updated_at',
    '+cancellation_details.feedback_option',
    '+status_details',
    '+trial_settings.end_behavior.billing_cycle_anchor',
  ],
  subscription_item: ['+current_trial'],
  webhook_endpoint: ['+secret'],
}

type Sample = Record<string, unknown>
const isSample = (value: unknown): value is Sample =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of which each account has its own. */
const free = new Set(['metadata', 'capabilities', 'payment_method_options', 'data'])

/** Fields that only one of the two has: `-` theirs, `+` ours. Where one of them is null nothing can be said. */
function differences(ours: Sample, theirs: Sample, path = ''): string[] {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  return [...names].flatMap((name) => {
    const at = path === '' ? name : `${path}.${name}`
    const [own, other] = [ours[name], theirs[name]]
    if (!(name in ours)) return [`-${at}`]
    if (!(name in theirs)) return [`+${at}`]
    return isSample(own) && isSample(other) && !free.has(name) ? differences(own, other, at) : []
  })
}

const samplesIn = (value: unknown): Sample[] => {
  if (Array.isArray(value)) return value.flatMap(samplesIn)
  if (!isSample(value)) return []
  const own = typeof value['object'] === 'string' && 'id' in value ? [value] : []
  return [...own, ...Object.values(value).flatMap(samplesIn)]
}

type Keep = <Answer>(asked: Promise<Answer>) => Promise<Answer>

/** Prices, subscriptions and what is asked for by them. */
async function billedAnswers(stripe: Stripe, input: { customer: string; method: string; keep: Keep }) {
  const { customer, method, keep } = input
  const price = await keep(
    stripe.prices.create({
      currency: 'aud',
      unit_amount: 3_000,
      recurring: { interval: 'month' },
      product_data: { name: 'Full' },
      expand: ['product'],
    }),
  )
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  const coupon = await keep(stripe.coupons.create({ id: 'member', percent_off: 10, duration: 'forever' }))
  const expand = ['latest_invoice.payments']
  const joined = { customer, items: [{ price: price.id }], discounts: [{ coupon: coupon.id }] }
  const { id: subscription } = await keep(stripe.subscriptions.create({ ...joined, expand: [...expand, 'discounts'] }))
  await keep(
    stripe.subscriptions.pause(subscription, {
      bill_for: { unused_time_from: { type: 'now' } },
      invoicing_behavior: 'pending_invoice_item',
    }),
  )
  await keep(stripe.invoiceItems.create({ customer, amount: 500, currency: 'aud' }))
}

/** One of each object, as a space has them. */
async function answersOf(fake: FakeStripe, stripe: Stripe): Promise<unknown[]> {
  const answers: unknown[] = []
  const keep = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    answers.push(answer)
    return answer
  }
  const back = { success_url: 'http://a.example/', cancel_url: 'http://a.example/' }
  const endpoint = { url: 'http://127.0.0.1:9/', enabled_events: ['customer.created' as const] }
  await keep(stripe.webhookEndpoints.create(endpoint))
  const { id: customer } = await keep(stripe.customers.create({ payment_method: 'pm_card_createDispute' }))
  const { id: method } = await keep(stripe.paymentMethods.attach('pm_card_visa', { customer }))
  await keep(stripe.setupIntents.create({ customer, payment_method: method, confirm: true }))
  await keep(stripe.checkout.sessions.create({ mode: 'setup', currency: 'aud', customer, ...back }))
  const debit = await stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
  })
  const setup = { customer, payment_method: debit.id, confirm: true, expand: ['mandate'] }
  await keep(stripe.setupIntents.create(setup))
  const paying = { amount: 2_000, currency: 'aud', customer, confirm: true, off_session: true }
  const paid = await keep(
    stripe.paymentIntents.create({ ...paying, payment_method: method, expand: ['latest_charge'] }),
  )
  await keep(stripe.refunds.create({ payment_intent: paid.id, amount: 500 }))
  const disputed = await stripe.customers.listPaymentMethods(customer)
  await stripe.paymentIntents.create({ ...paying, payment_method: disputed.data.at(-1)?.id ?? '' })
  await keep(stripe.disputes.list())
  await billedAnswers(stripe, { customer, method, keep })
  await fake.advance(new Date('2026-11-10T00:00:00Z'))
  await keep(stripe.payouts.list())
  await keep(stripe.balanceTransactions.list())
  await keep(stripe.accounts.retrieveCurrent())
  await keep(stripe.events.list({ type: 'customer.created' }))
  await keep(stripe.customers.del(customer))
  return answers
}

test.skipIf(file === undefined)('answers have the fields of the samples that Stripe publishes', async () => {
  const fake = await startStripe({ now: new Date('2026-11-01T00:00:00Z') })
  onTestFinished(() => fake.close())
  const answers = await answersOf(fake, new Stripe(fake.secretKey, fake.client))
  const { resources }: { resources: Record<string, Sample> } = JSON.parse(readFileSync(file ?? '', 'utf8'))
  const found: Record<string, string[]> = {}
  for (const ours of samplesIn(answers)) {
    const name = String(ours['object'])
    const theirs = resources[ours['deleted'] === true ? `deleted_${name}` : name]
    if (theirs) found[name] = [...new Set([...(found[name] ?? []), ...differences(ours, theirs)])].toSorted()
  }
  expect(Object.keys(found).length).toBeGreaterThan(15)
  expect(Object.fromEntries(Object.entries(found).filter(([, names]) => names.length > 0))).toEqual(differing)
})
