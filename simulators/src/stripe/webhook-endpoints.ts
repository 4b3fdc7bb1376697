import type { Stripe } from 'stripe'
import { mergeMetadata, newMetadata, textOrNull } from './fields.ts'
import { randomLetters } from './ids.ts'
import { pageOf } from './lists.ts'
import { operation, type StripePart } from './part.ts'
import { invalidRequest } from './refusals.ts'
import { table, type StripeStore } from './store.ts'

export const webhookEndpoints = table<Stripe.WebhookEndpoint>({ name: 'webhook endpoint', prefix: 'we_' })

/** What an endpoint's deliveries are signed with. Stripe shows it once, in the answer to its creation. */
type WebhookSecret = { id: string; secret: string }
const webhookSecrets = table<WebhookSecret>({ name: 'webhook secret', prefix: 'we_', isHidden: true })

export const webhookSecretOf = (store: StripeStore, endpoint: string) => store.find(webhookSecrets, endpoint)?.secret

const checkUrl = (url: string) => {
  const isFine = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isFine)
    throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
      param: 'url',
      code: 'url_invalid',
    })
  return url
}

export const webhookEndpointsPart: StripePart = {
  tables: [webhookEndpoints, webhookSecrets],
  operations: [
    operation('POST', '/v1/webhook_endpoints', 'WebhookEndpointCreateParams', ({ world, params }) => {
      const { store, clock } = world
      const endpoint = store.insert(webhookEndpoints, {
        id: store.newId(webhookEndpoints),
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: clock.seconds(),
        description: textOrNull(params.description),
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: newMetadata(params.metadata),
        status: 'enabled',
        url: checkUrl(params.url),
      })
      const secret = `whsec_${randomLetters(32)}`
      store.insert(webhookSecrets, { id: endpoint.id, secret })
      return { ...endpoint, secret } satisfies Stripe.WebhookEndpoint
    }),
    operation('GET', '/v1/webhook_endpoints', 'WebhookEndpointListParams', ({ world, params }) =>
      pageOf(world.store.all(webhookEndpoints), params, '/v1/webhook_endpoints'),
    ),
    operation('GET', '/v1/webhook_endpoints/:id', 'WebhookEndpointRetrieveParams', ({ world, path }) =>
      world.store.get(webhookEndpoints, path['id'] ?? ''),
    ),
    operation('POST', '/v1/webhook_endpoints/:id', 'WebhookEndpointUpdateParams', ({ world, params, path }) => {
      const { store } = world
      const before = store.get(webhookEndpoints, path['id'] ?? '')
      const { description, disabled, enabled_events: types, metadata, url } = params
      return store.update(webhookEndpoints, before.id, {
        ...(description !== undefined && { description: textOrNull(description) }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
        ...(types !== undefined && { enabled_events: types }),
        ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata, metadata) }),
        ...(url !== undefined && { url: checkUrl(url) }),
      })
    }),
    operation('DELETE', '/v1/webhook_endpoints/:id', 'WebhookEndpointDeleteParams', ({ world, path }) => {
      const { id } = world.store.get(webhookEndpoints, path['id'] ?? '')
      world.store.remove(webhookEndpoints, id)
      world.store.remove(webhookSecrets, id)
      return { id, object: 'webhook_endpoint', deleted: true } satisfies Stripe.DeletedWebhookEndpoint
    }),
  ],
}
