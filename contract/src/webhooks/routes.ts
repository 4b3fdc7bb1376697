import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { DeliveryState, NewWebhookReceiver, ReceiverDelivery, WebhookReceiver } from './shapes.ts'

const Receiver = z.object({ receiverId: Id })
const Delivery = Receiver.extend({ deliveryId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const Secret = z.object({ secret: z.string() })

/** Other systems that are told of what happens here. */
export const outgoingWebhooksApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/webhooks/',
    access: 'admin',
    summary: 'Webhooks, at most 50, and whether they work.',
    output: z.object({ receivers: z.array(WebhookReceiver) }),
  },
  create: {
    method: 'POST',
    path: '/api/admin/webhooks/',
    access: 'admin',
    stepUp: true,
    summary: 'Adds a receiver. The secret that its messages are signed with is in this answer and in no other.',
    body: NewWebhookReceiver,
    output: z.object({ receiverId: z.number().int(), secret: z.string() }),
    errors: ['receiversFull'],
  },
  get: {
    method: 'GET',
    path: '/api/admin/webhooks/:receiverId/',
    access: 'admin',
    summary: 'One receiver.',
    params: Receiver,
    output: WebhookReceiver,
    errors: ['notFound'],
  },
  update: {
    method: 'PUT',
    path: '/api/admin/webhooks/:receiverId/',
    access: 'admin',
    stepUp: true,
    summary: 'Changes the name, the address and what a receiver is told of.',
    params: Receiver,
    body: NewWebhookReceiver,
    output: Empty,
    errors: ['notFound'],
  },
  setOn: {
    method: 'PUT',
    path: '/api/admin/webhooks/:receiverId/on/',
    access: 'admin',
    summary: 'Switches a receiver on or off. What was waiting for one that is switched off is not sent by itself.',
    params: Receiver,
    body: z.object({ isOn: z.boolean() }),
    output: Empty,
    errors: ['notFound'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/webhooks/:receiverId/',
    access: 'admin',
    summary: 'Removes a receiver with its log.',
    params: Receiver,
    output: Empty,
    errors: ['notFound'],
  },
  rotate: {
    method: 'POST',
    path: '/api/admin/webhooks/:receiverId/secret/',
    access: 'admin',
    stepUp: true,
    summary: 'Makes a new secret, which is in this answer only. For 24 hours messages are signed with both.',
    params: Receiver,
    output: Secret,
    errors: ['notFound'],
  },
  test: {
    method: 'POST',
    path: '/api/admin/webhooks/:receiverId/test/',
    access: 'admin',
    summary: 'Sends an event of the type “webhook.test” at once, also to a receiver that is off. It is tried once.',
    params: Receiver,
    output: z.object({ deliveryId: z.number().int() }),
    errors: ['notFound'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/admin/webhooks/:receiverId/deliveries/',
    access: 'admin',
    summary: 'What was sent to a receiver, the newest first, 50 at a time.',
    params: Receiver,
    query: z.object({ state: DeliveryState.optional(), before: z.coerce.number().int().min(1).optional() }),
    output: z.object({ deliveries: z.array(ReceiverDelivery), hasMore: z.boolean() }),
    errors: ['notFound'],
  },
  replay: {
    method: 'POST',
    path: '/api/admin/webhooks/:receiverId/deliveries/:deliveryId/replay/',
    access: 'admin',
    summary: 'Sends an event again under the same id, with as many tries as a new one.',
    params: Delivery,
    output: Empty,
    errors: ['notFound', 'receiverOff'],
  },
  replayFailed: {
    method: 'POST',
    path: '/api/admin/webhooks/:receiverId/replay-failed/',
    access: 'admin',
    summary: 'Sends again what did not arrive, the oldest first, at most 1,000.',
    params: Receiver,
    output: z.object({ count: z.number().int() }),
    errors: ['notFound', 'receiverOff'],
  },
})
