import { Empty, routes } from '../route.ts'

/** What Stripe calls. */
export const webhookApi = routes({
  receiveWebhook: {
    method: 'POST',
    path: '/api/billing/stripe-webhook/',
    access: 'anyone',
    summary: 'Takes an event that Stripe signed; refused without a configured secret.',
    upload: { mediaTypes: ['application/json'], maxBytes: 1_000_000 },
    output: Empty,
    errors: ['webhookRefused', 'webhookOff'],
  },
})
