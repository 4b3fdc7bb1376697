import type Stripe from 'stripe'

/** What the objects of events have in common, as far as it is read: names of objects, never amounts or states. */
type NamedObject = { id?: unknown; object?: unknown } & Record<string, unknown>

const nameOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') return value.id
  return null
}

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

/** The object of an event: its kind, name and root. */
export const objectOf = ({ data }: Stripe.Event): { kind: string; id: string; root: string | null } => {
  const object = data.object as unknown as NamedObject // read by the names above only
  const kind = typeof object.object === 'string' ? object.object : 'unknown'
  return { kind, id: nameOf(object.id) ?? '', root: rootOf(object) }
}
