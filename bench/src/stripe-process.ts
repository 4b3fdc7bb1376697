/** The stand-in of Stripe in a process of its own, whose clock stands a period back until it is moved to now. */
import { Stripe } from 'stripe'
import { wantedEvents } from '../../server/src/stripe/events/webhook-endpoint.ts'
import { type FakeStripe, startStripe } from '../../simulators/src/stripe/server.ts'
import { serveCalls, usage } from './calls.ts'
import { clockMs } from './stats.ts'

const atOnce = 20

const hourMs = 3_600_000
const periodMs = 30 * 24 * hourMs

/** A period back: what is due then is due now. What the stand-in signs, it signs now: that is believed for minutes. */
const began = new Date(Math.floor((Date.now() - periodMs) / 1_000) * 1_000)

let fake: FakeStripe | undefined
const standIn = async () => (fake ??= await startStripe({ now: began, signedAt: () => new Date() }))

export type CardHolder = { customer: string; method: string }

const calls = {
  ready: async () => {
    const { url, secretKey, publishableKey, now } = await standIn()
    return { url, secretKey, publishableKey, now: now().toISOString() }
  },
  /** So many customers, each with a card. */
  fill: async (count: number): Promise<CardHolder[]> => {
    const { secretKey, client } = await standIn()
    const stripe = new Stripe(secretKey, client)
    const holders: CardHolder[] = []
    const add = async () => {
      const { id: customer } = await stripe.customers.create({ name: 'Bench' })
      const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      holders.push({ customer, method })
    }
    const work = async () => {
      while (holders.length < count) await add()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return holders.slice(0, count)
  },
  /** Where events go from now on; the secret that signs them. */
  listen: async (url: string): Promise<string> => {
    const { secretKey, client, advance } = await standIn()
    await advance(new Date())
    const endpoint = await new Stripe(secretKey, client).webhookEndpoints.create({
      url,
      enabled_events: [...wantedEvents],
    })
    return endpoint.secret ?? ''
  },
  /** Ends when every event was answered; how many there were. */
  settle: async (): Promise<number> => {
    const { idle, deliveries } = await standIn()
    await idle()
    return deliveries().filter(({ state }) => state === 'succeeded').length
  },
  /** How long the stand-in alone takes for as many payments, asked as the portal asks it. */
  payAlone: async (holders: readonly CardHolder[]): Promise<number> => {
    const { secretKey, client } = await standIn()
    const stripe = new Stripe(secretKey, client)
    const startedAt = clockMs()
    const left = [...holders]
    const work = async () => {
      for (let holder = left.pop(); holder; holder = left.pop()) {
        const { customer, method: payment_method } = holder
        const paid = { amount: 6500, currency: 'aud', customer, payment_method, off_session: true, confirm: true }
        await stripe.paymentIntents.create({ ...paid, expand: ['latest_charge'] })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return clockMs() - startedAt
  },
  usage,
}
export type StripeCalls = typeof calls

serveCalls(calls, async () => fake?.close())
