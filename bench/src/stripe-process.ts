/** The stand-in of Stripe in a process of its own, whose clock stands a period back until it is moved to now. */
import { Stripe } from 'stripe'
import { wantedEvents } from '../../server/src/stripe/webhook-endpoint.ts'
import { type FakeStripe, startStripe } from '../../simulators/src/stripe/server.ts'
import { serveCalls, usage } from './calls.ts'
import { clockMs } from './stats.ts'

const atOnce = 20

const hourMs = 3_600_000
const periodMs = 30 * 24 * hourMs

/** A period and an hour back: Stripe takes the money an hour after a period began. What it signs, it signs now: that is believed for minutes. */
const began = new Date(Math.floor((Date.now() - periodMs - hourMs) / 1_000) * 1_000)

let fake: FakeStripe | undefined
const standIn = async () => (fake ??= await startStripe({ now: began, signedAt: () => new Date() }))

export type BegunSubscription = { customer: string; method: string; subscription: string }

const calls = {
  ready: async () => {
    const { url, secretKey, publishableKey, now } = await standIn()
    return { url, secretKey, publishableKey, now: now().toISOString() }
  },
  /** So many customers, each with a card and a subscription that was paid once. */
  fill: async (count: number): Promise<{ price: string; begun: BegunSubscription[] }> => {
    const { secretKey, client } = await standIn()
    const stripe = new Stripe(secretKey, client)
    const { id: price } = await stripe.prices.create({
      currency: 'aud',
      unit_amount: 6500,
      recurring: { interval: 'day', interval_count: 30 },
      product_data: { name: 'Bench' },
    })
    const begun: BegunSubscription[] = []
    const begin = async () => {
      const { id: customer } = await stripe.customers.create({ name: 'Bench' })
      const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      const { id: subscription } = await stripe.subscriptions.create({
        customer,
        items: [{ price }],
        default_payment_method: method,
        billing_mode: { type: 'flexible' },
      })
      begun.push({ customer, method, subscription })
    }
    const work = async () => {
      while (begun.length < count) await begin()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return { price, begun: begun.slice(0, count) }
  },
  /**
   * Where events go from now on; the secret that signs them. What was drafted before is not held back until its event was
   * taken, whose signature would be too old for a portal that lives now.
   */
  listen: async (url: string): Promise<string> => {
    const { secretKey, client, advance } = await standIn()
    await advance(new Date(began.getTime() + periodMs + hourMs / 2))
    const endpoint = await new Stripe(secretKey, client).webhookEndpoints.create({
      url,
      enabled_events: [...wantedEvents],
    })
    return endpoint.secret ?? ''
  },
  /** Moves the clock until all have paid; ends when every event was answered. */
  renew: async () => {
    const startedAt = clockMs()
    const { advance, idle, deliveries } = await standIn()
    await advance(new Date(began.getTime() + periodMs + hourMs + 60_000))
    await idle()
    const delivered = deliveries().filter(({ state }) => state === 'succeeded')
    return { ms: clockMs() - startedAt, events: delivered.length }
  },
  usage,
}
export type StripeCalls = typeof calls

serveCalls(calls, async () => fake?.close())
