import type { Stripe } from 'stripe'
import type { StripeFaults } from './faults.ts'
import { isInRange, pageOf } from './lists.ts'
import { operation, type RecordedEvent, type StripePart, type StripeWorld } from './part.ts'
import { table } from './store.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { retryDelaysMs } from './webhook-post.ts'

export const events = table<Stripe.Event>({ name: 'event', prefix: 'evt_' })

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  id: string
  event: string
  type: string
  endpoint: string
  url: string
  state: 'pending' | 'succeeded' | 'failed' | 'lost'
  /** `status` is null when there was no answer. */
  attempts: { at: number; status: number | null; error: string | null }[]
}
export const deliveries = table<WebhookDelivery>({
  name: 'webhook delivery',
  prefix: 'whd_',
  isHidden: true,
  by: { event: ({ event }) => event },
})

const day = 86_400
/** Stripe lists what happened in the last thirty days. */
const listedSeconds = 30 * day

/** What an update changed: the old values of what is another one now. */
const changedOf = (previous: object, object: object): Record<string, unknown> => {
  const now = new Map<string, unknown>(Object.entries(object))
  return Object.fromEntries(
    Object.entries(previous).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  )
}

const isMeant = (endpoint: Stripe.WebhookEndpoint, type: string) =>
  endpoint.status === 'enabled' && endpoint.enabled_events.some((one) => one === '*' || one === type)

/** Keeps an event and queues it for every endpoint that wants it. */
export function recordEvent(
  { world, faults }: { world: StripeWorld; faults: StripeFaults },
  input: { type: Stripe.Event['type']; object: object } & RecordedEvent,
): string {
  const { type, object, previous } = input
  const { store, clock } = world
  const endpoints = store.all(webhookEndpoints).filter((endpoint) => isMeant(endpoint, type))
  const event = {
    id: store.newId(events),
    object: 'event',
    api_version: apiVersion,
    created: clock.seconds(),
    data: previous ? { object, previous_attributes: changedOf(previous, object) } : { object },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: world.request,
    type,
  }
  // Each type of event is one type of the library; which object goes with which is said where it is recorded.
  store.insert(events, event as unknown as Stripe.Event)
  for (const { id, url } of endpoints.toReversed()) {
    const isTwice = faults.forWebhook('duplicateWebhook', type) !== undefined
    const isLost = faults.forWebhook('loseWebhook', type) !== undefined
    const delayMs = faults.forWebhook('delayWebhook', type)?.delayMs ?? 0
    for (const _ of isTwice ? [1, 2] : [1]) {
      const delivery = store.insert(deliveries, {
        id: store.newId(deliveries),
        event: event.id,
        type,
        endpoint: id,
        url,
        state: isLost ? 'lost' : 'pending',
        attempts: [],
      })
      if (!isLost) clock.schedule({ at: clock.ms() + delayMs, kind: 'deliver', data: { delivery: delivery.id } })
    }
  }
  return event.id
}

/** The version that the library pins, and the only one that is spoken. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** What became of an attempt: done, or tried again some hours later, or given up. */
export function endAttempt(
  { store, clock }: StripeWorld,
  input: { delivery: string; status: number | null; error: string | null },
) {
  const delivery = store.find(deliveries, input.delivery)
  if (!delivery) return
  const { status, error } = input
  const attempts = [...delivery.attempts, { at: clock.ms(), status, error }]
  const isDone = status !== null && status >= 200 && status < 300
  const delayMs = retryDelaysMs[attempts.length - 1]
  const state = isDone ? 'succeeded' : delayMs === undefined ? 'failed' : 'pending'
  store.update(deliveries, delivery.id, { attempts, state })
  const event = store.find(events, delivery.event)
  if (isDone && event) store.update(events, event.id, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
  if (state === 'pending' && delayMs !== undefined)
    clock.schedule({ at: clock.ms() + delayMs, kind: 'deliver', data: { delivery: delivery.id } })
}

const isWanted = (world: StripeWorld, event: Stripe.Event, params: Stripe.EventListParams): boolean => {
  const { type, types, delivery_success: isDelivered } = params
  if (type !== undefined && !(type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type))
    return false
  if (types !== undefined && !types.some((one) => one === event.type)) return false
  if (event.created < world.clock.seconds() - listedSeconds || !isInRange(event.created, params.created)) return false
  if (isDelivered === undefined) return true
  return world.store.by(deliveries, 'event', event.id).every(({ state }) => state === 'succeeded') === isDelivered
}

export const eventsPart: StripePart = {
  tables: [events, deliveries],
  operations: [
    operation('GET', '/v1/events', 'EventListParams', ({ world, params }) =>
      pageOf(
        world.store.all(events).filter((event) => isWanted(world, event, params)),
        params,
        '/v1/events',
      ),
    ),
    operation('GET', '/v1/events/:id', 'EventRetrieveParams', ({ world, path }) =>
      world.store.get(events, path['id'] ?? ''),
    ),
  ],
}
