import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { readUrl } from '../read-url.ts'
import { Instant } from '../route.ts'
import { deliveryStates, offReasons, webhookKinds } from './words.ts'

export const WebhookKind = z.enum(keysOf(webhookKinds))

/** Another system that is told of what happens. Its secret is in no answer but that which makes it. */
export const WebhookReceiver = z.object({
  id: z.number().int(),
  name: z.string(),
  address: z.string(),
  kinds: z.array(WebhookKind),
  /** Names and email addresses of members go with their numbers. */
  hasNames: z.boolean(),
  /** Null while it is on. */
  offReason: z.enum(keysOf(offReasons)).nullable(),
  offAt: Instant.nullable(),
  /** Since when nothing has arrived, and why the last try failed. */
  failingSince: Instant.nullable(),
  error: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  waiting: z.number().int(),
  /** Until then what is sent is also signed with the secret before. */
  oldSecretUntil: Instant.nullable(),
})

export type WebhookReceiver = z.infer<typeof WebhookReceiver>

const isPlain = (address: string) => {
  const url = readUrl(address)
  return url !== null && url.username === '' && url.password === '' && url.hash === ''
}

export const NewWebhookReceiver = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(80)),
  address: z
    .url({ protocol: /^https?$/, error: 'An address such as https://example.org/hook.' })
    .max(500)
    .refine(isPlain, 'An address without a user name, a password or a #.'),
  kinds: z.array(WebhookKind).min(1, 'Choose at least one.').max(keysOf(webhookKinds).length),
  hasNames: z.boolean().default(false),
})

export type NewWebhookReceiver = z.infer<typeof NewWebhookReceiver>

export const DeliveryState = z.enum(deliveryStates)

export type DeliveryState = z.infer<typeof DeliveryState>

/** One event on its way to one receiver. */
export const ReceiverDelivery = z.object({
  id: z.number().int(),
  /** The same in each try: receivers know by it what they have already. */
  messageId: z.string(),
  event: z.string(),
  state: DeliveryState,
  createdAt: Instant,
  attempts: z.number().int(),
  triedAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** Of the last try: the HTTP status, the beginning of the answer, or why there was none. */
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  tookMs: z.number().int().nullable(),
})

export type ReceiverDelivery = z.infer<typeof ReceiverDelivery>
