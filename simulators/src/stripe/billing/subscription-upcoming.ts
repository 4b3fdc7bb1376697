// On its own: what begins a subscription and what renews it both announce what comes next.
import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { billingSettings } from './settings.ts'
import { nextEnd } from './subscription-object.ts'

const day = 86_400

/** `invoice.upcoming` comes some days before, with an invoice that is kept nowhere. */
export function announceNext(world: StripeWorld, subscription: Stripe.Subscription) {
  const { upcomingDays } = billingSettings(world)
  const end = nextEnd(subscription)
  const at = end - upcomingDays * day
  if (upcomingDays === 0 || at <= world.clock.seconds(idOf(subscription.test_clock))) return
  const data = { id: subscription.id, at: String(end) }
  world.clock.schedule({ at: at * 1_000, kind: 'announceInvoice', data, testClock: idOf(subscription.test_clock) })
}
