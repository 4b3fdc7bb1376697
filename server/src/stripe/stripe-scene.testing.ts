import { type FakeStripe, type StripeOptions, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { daysBetween, localDay } from '#platform/local-day.ts'
import { runBilling } from '../billing/subscriptions/nightly.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { saveByName } from './methods/payment-methods.ts'

const webhookSecretOf = async (stripe: Stripe, url: string): Promise<string> => {
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${url}/api/billing/stripe-webhook/`,
    enabled_events: ['*'],
    api_version: Stripe.API_VERSION,
  })
  return endpoint.secret ?? ''
}

const connect = async (portal: TestPortal, { fake, stripe }: { fake: FakeStripe; stripe: Stripe }): Promise<string> => {
  const url = await portal.listen()
  const secret = await webhookSecretOf(stripe, url)
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', fake.publishableKey],
    ['STRIPE_WEBHOOK_SECRET', secret],
    ['ENABLE_STRIPE', true],
  ] as const) {
    await changeSetting(systemCtx(portal.services), { key, value })
  }
  return url
}

/** What happens in a scene. */
const stripeActs = (scene: { portal: TestPortal; fake: FakeStripe }) => {
  /** Webhooks arrive and everything that waits is done, until nothing more happens. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await scene.fake.idle()
      await scene.portal.runJobs()
    }
  }

  /** Goes on to noon of a day in Brisbane, a few days at a time, as a portal would live through them. */
  const goTo = async (day: string): Promise<void> => {
    for (;;) {
      const now = scene.fake.now()
      const left = daysBetween(localDay(now, 'Australia/Brisbane'), day)
      if (left <= 0) break
      await scene.fake.advance(new Date(now.getTime() + Math.min(left, 4) * 86_400_000))
      await scene.fake.idle()
      await runBilling(scene.portal.ctx)
      await scene.portal.runJobs()
    }
    await settle()
  }

  /** A member with a card of Stripe’s tests, by the name of its payment method. */
  const aCardHolder = async (methodId: string | null = 'pm_card_visa'): Promise<number> => {
    const { id } = await aMember(scene.portal.db, { state: 'active' })
    if (methodId !== null) await saveByName(systemCtx(scene.portal.services), { memberId: id, methodId })
    return id
  }

  const saveCard = async (memberId: number, methodId: string): Promise<void> => {
    await saveByName(systemCtx(scene.portal.services), { memberId, methodId })
    await settle()
  }

  return { settle, goTo, aCardHolder, saveCard }
}

/**
 * A portal with a Stripe of its own on the same clock, which stands at 31 January 2027, noon in Brisbane, until it is
 * moved. Webhooks arrive at the portal's own address. One for a file.
 */
export const openStripeScene = (options: StripeOptions = {}) => {
  let portal: TestPortal | undefined
  let fake: FakeStripe | undefined
  let url: string | undefined
  let stripe: Stripe | undefined
  const begun = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the portal starts before the first test')
    return value
  }
  const scene = {
    get portal(): TestPortal {
      return begun(portal)
    },
    /** Where the portal listens, for webhooks and devices. */
    get url(): string {
      return begun(url)
    },
    get fake(): FakeStripe {
      return begun(fake)
    },
    /** The official library, as the space’s own dashboard at Stripe uses it. */
    get stripe(): Stripe {
      return begun(stripe)
    },
  }
  beforeAll(async () => {
    fake = await startStripe({ now: new Date('2027-01-31T02:00:00Z'), ...options })
    stripe = new Stripe(fake.secretKey, fake.client)
    portal = await startTestPortal({ now: fake.now, stripeUrl: fake.url })
    url = await connect(portal, { fake, stripe })
  })
  afterAll(async () => {
    await portal?.close()
    await fake?.close()
  })

  return Object.assign(scene, stripeActs(scene))
}
