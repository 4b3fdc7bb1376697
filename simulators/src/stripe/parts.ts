import { billingParts } from './billing/parts.ts'
import { eventsPart } from './events.ts'
import { idempotencyPart } from './idempotency.ts'
import type { StripePart } from './part.ts'
import { paymentParts } from './payments/parts.ts'
import { webhookEndpointsPart } from './webhook-endpoints.ts'

/** Everything that the stand-in can do. */
export const parts: StripePart[] = [idempotencyPart, webhookEndpointsPart, eventsPart, ...paymentParts, ...billingParts]
