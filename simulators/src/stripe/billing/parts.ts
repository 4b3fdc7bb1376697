import type { StripePart } from '../part.ts'
import { cataloguePart } from './catalogue.ts'
import { invoiceItemPart } from './invoice-items.ts'
import { invoicePart } from './invoices.ts'
import { subscriptionPart } from './subscriptions.ts'

/**
 * Subscriptions as the portal had them at Stripe before it charged by itself: they exist in every state, renew by whole
 * periods, and end. What only Stripe's billing can do beyond that (prorations, retries, test clocks) is not here.
 */
export const billingParts: StripePart[] = [cataloguePart, subscriptionPart, invoicePart, invoiceItemPart]
