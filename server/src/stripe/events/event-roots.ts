import { type StripeEvent, StripeName } from '@spacekeeper/contract/stripe/webhook-routes.ts'
import { z } from 'zod'

/** What the objects of events have in common, as far as it is read: names of objects, never amounts or states. */
type NamedObject = { id?: unknown; object?: unknown } & Record<string, unknown>

/** A name alone, or the object that bears it. */
const NamedThing = z.union([StripeName, z.object({ id: StripeName }).transform(({ id }) => id)])

const nameOf = (value: unknown): string | null => NamedThing.safeParse(value).data ?? null

const NamedObject = z.record(z.string(), z.unknown())

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined // any object of Stripe's

/** The subscription an invoice is of, as today's version says it and as endpoints of older versions do. */
const subscriptionOf = (invoice: NamedObject): string | null =>
  nameOf(at(at(invoice['parent'], 'subscription_details'), 'subscription')) ?? nameOf(invoice['subscription'])

/** What is asked for anew because of an object that an event is about. Null: nothing that matters here. */
export const rootOf = (object: NamedObject): string | null => {
  const own = nameOf(object.id)
  switch (object.object) {
    case 'subscription':
    case 'payment_intent':
    case 'setup_intent':
    case 'customer':
    case 'payment_method':
    case 'payout':
      return own
    case 'invoice':
      return subscriptionOf(object) ?? nameOf(object['customer'])
    case 'checkout.session':
      return nameOf(object['payment_intent']) ?? nameOf(object['setup_intent']) ?? own
    case 'charge':
    case 'refund':
    case 'dispute':
      return nameOf(object['payment_intent'])
    case 'invoice_payment':
      return nameOf(at(object['payment'], 'payment_intent'))
    case 'mandate':
      return nameOf(object['payment_method'])
    default:
      return null
  }
}

/** The object of an event: its kind, name and root. An event without one is about nothing that is asked for. */
export const objectOf = ({ data }: StripeEvent): { kind: string; id: string; root: string | null } => {
  const object: NamedObject = NamedObject.safeParse(data?.object).data ?? {}
  return { kind: nameOf(object.object) ?? 'unknown', id: nameOf(object.id) ?? '', root: rootOf(object) }
}
