import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { changeSetting } from '../../settings/settings.ts'
import { stripeCall } from '../client.ts'
import { idempotencyKey } from '../idempotency-key.ts'

/** What Stripe is to tell us of: everything that `event-roots.ts` finds an object for. */
export const wantedEvents = [
  'customer.deleted',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'setup_intent.succeeded',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'mandate.updated',
  'payout.paid',
  'payout.failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

export const webhookAddress = ({ siteUrl }: Pick<Ctx, 'siteUrl'>): string => `${siteUrl}/api/billing/stripe-webhook/`

export type EndpointAtStripe = {
  id: string
  url: string
  version: string | null
  isEnabled: boolean
  /** Events we want and it does not send. */
  missing: readonly string[]
}

const asEndpoint = (endpoint: Stripe.WebhookEndpoint): EndpointAtStripe => ({
  id: endpoint.id,
  url: endpoint.url,
  version: endpoint.api_version,
  isEnabled: endpoint.status === 'enabled',
  missing: endpoint.enabled_events.includes('*')
    ? []
    : wantedEvents.filter((event) => !endpoint.enabled_events.includes(event)),
})

/** The endpoint at Stripe that has our address; null without one. */
export const findEndpoint = (ctx: Ctx): Promise<EndpointAtStripe | null> =>
  stripeCall(ctx, async (stripe) => {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
    const own = endpoints.data.find(({ url }) => url === webhookAddress(ctx))
    return own ? asEndpoint(own) : null
  })

/** The version of Stripe's interface that the library speaks, in which events are to come as well. */
export const wantedVersion = async (): Promise<string> => (await import('stripe')).default.API_VERSION

/**
 * Makes the endpoint through which Stripe tells us what happened, in the version we speak, and keeps its secret. One
 * that is there already is replaced, because Stripe tells the secret only once.
 */
export const setUpEndpoint = async (ctx: Ctx): Promise<EndpointAtStripe> => {
  const before = await findEndpoint(ctx)
  const version = await wantedVersion()
  const created = await stripeCall(ctx, (stripe) =>
    stripe.webhookEndpoints.create(
      {
        url: webhookAddress(ctx),
        enabled_events: [...wantedEvents],
        api_version: version as Stripe.WebhookEndpointCreateParams.ApiVersion, // the library's own
        description: 'Spacekeeper',
      },
      { idempotencyKey: idempotencyKey(ctx, 'endpoint', ctx.now().getTime()) },
    ),
  )
  await changeSetting(ctx, { key: 'STRIPE_WEBHOOK_SECRET', value: created.secret ?? '' })
  if (before) await stripeCall(ctx, (stripe) => stripe.webhookEndpoints.del(before.id))
  return asEndpoint(created)
}
