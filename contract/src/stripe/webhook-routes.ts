import { z } from 'zod'
import { Empty, routes } from '../route.ts'

/** As Stripe writes names and kinds of things: visible signs of ASCII. */
export const StripeName = z.string().regex(/^[\x21-\x7e]{1,255}$/)

const lastSecond = Date.UTC(9999, 11, 31) / 1000

/**
 * An event of Stripe's, as far as it is read: which object it is about, and no more. The newer kind, whose time is written
 * out, has no object in it.
 */
export const StripeEvent = z.object({
  id: StripeName,
  type: StripeName,
  created: z.union([z.number().min(0).max(lastSecond), z.iso.datetime({ offset: true })]),
  /** Names an account that is only connected with ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }).nullish().catch(null),
})

export type StripeEvent = z.infer<typeof StripeEvent>

/** What Stripe calls. */
export const webhookApi = routes({
  receiveWebhook: {
    method: 'POST',
    path: '/api/billing/stripe-webhook/',
    access: 'anyone',
    summary: 'Takes an event that Stripe signed; refused without a configured secret.',
    upload: { mediaTypes: ['application/json'], maxBytes: 1_000_000, content: StripeEvent },
    output: Empty,
    errors: ['webhookRefused', 'webhookOff'],
  },
})
