import { z } from 'zod'
import { CardRefund, NewCardRefund } from '../billing/desk-shapes.ts'
import { Empty, Id, MemberParams, routes } from '../route.ts'
import {
  AdoptAnswer,
  AdoptOrder,
  Clearing,
  EventSearch,
  MemberAtStripe,
  NewSetAside,
  SetAside,
  StripeComparison,
  StripeConnection,
  StripeDispute,
  StripeEventRow,
  UnknownSubscription,
} from './desk-shapes.ts'

const staff = { access: 'staff.money', feature: 'enableStripe' } as const

const asked = ['stripeOff', 'stripeAway', 'stripeRefused', 'stripeMixed'] as const

const Skip = z.object({ skip: z.coerce.number().int().min(0).max(100_000).default(0) })

/** What treasurers see of Stripe. */
export const stripeDeskApi = routes({
  getConnection: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/',
    summary: 'How the portal is connected with Stripe, whether events arrive, and the last comparison.',
    output: StripeConnection,
  },
  setUpEvents: {
    ...staff,
    access: 'admin',
    method: 'POST',
    path: '/api/admin/stripe/endpoint/',
    summary: 'Makes Stripe send its events here, in the version of the portal, and keeps their secret.',
    output: Empty,
    errors: asked,
  },
  listEvents: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/events/',
    summary: 'What Stripe told the portal, newest first, a page at a time.',
    query: EventSearch,
    output: z.object({ events: z.array(StripeEventRow), hasMore: z.boolean() }),
  },
  repeatEvent: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/events/:eventId/again/',
    summary: 'Looks again at what an event is about, as it is at Stripe now.',
    params: z.object({ eventId: z.string().min(1).max(100) }),
    output: Empty,
    errors: ['notFound'],
  },
  compareNow: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/comparisons/',
    summary: 'Compares everything with Stripe, as each night; a job does it.',
    output: Empty,
  },
  listComparisons: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/comparisons/',
    summary: 'The comparisons with Stripe, newest first, with what they put right and what is left to look at.',
    query: Skip,
    output: z.object({ comparisons: z.array(StripeComparison), hasMore: z.boolean() }),
  },
  getClearing: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/payouts/',
    summary: 'What Stripe paid out, newest first, and whether each payout is made of what is booked here.',
    query: Skip,
    output: Clearing,
  },
  setAside: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/set-asides/',
    summary: 'Books movements of Stripe’s balance that are none of the portal’s.',
    body: NewSetAside,
    output: Empty,
    errors: ['alreadyDecided', 'booksClosed'],
  },
  listSetAsides: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/set-asides/',
    summary: 'Movements of Stripe’s balance that were set aside, newest first, a page at a time.',
    query: Skip,
    output: z.object({ setAsides: z.array(SetAside), hasMore: z.boolean() }),
  },
  undoSetAside: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/set-asides/:movementId/undo/',
    summary: 'Takes back that a movement was set aside: it is booked the other way round, and named again.',
    params: z.object({ movementId: Id }),
    output: Empty,
    errors: ['alreadyUndone', 'booksClosed'],
  },
  listUnknown: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/unknown-subscriptions/',
    summary:
      'Subscriptions that Stripe collects: those that are no plan here, and plans that wait to be charged by the portal, as Stripe says now. At most 50 of the newest 2,000.',
    output: z.object({ subscriptions: z.array(UnknownSubscription), hasMore: z.boolean() }),
    errors: asked,
  },
  adopt: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/unknown-subscriptions/adopt/',
    summary:
      'Lets the portal charge what Stripe charges, from the end of the period that is paid, or ends it. Why that can’t be is in the answer.',
    body: AdoptOrder,
    output: AdoptAnswer,
    errors: ['notFound', ...asked],
  },
  refundToCard: {
    ...staff,
    method: 'POST',
    path: '/api/admin/stripe/refunds/',
    stepUp: true,
    summary:
      'Lets Stripe give money of a payment or a charge back to the card or bank account it came from, once for each key. It is booked once Stripe has done it; why Stripe refused is in the answer. Only administrators for themselves.',
    body: NewCardRefund,
    output: z.object({ refunds: z.array(CardRefund) }),
    errors: ['notFound', 'ownPayment', 'alreadyReversed', 'keyReused', 'stripeOff'],
  },
  listDisputes: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/disputes/',
    summary: 'The newest payments that members disputed with their bank, as Stripe says now.',
    output: z.object({ disputes: z.array(StripeDispute) }),
    errors: asked,
  },
  getMemberAtStripe: {
    ...staff,
    method: 'GET',
    path: '/api/admin/stripe/members/:memberId/',
    summary: 'What Stripe says of a member’s subscriptions now, beside what is here.',
    params: MemberParams,
    output: MemberAtStripe,
    errors: ['notFound', ...asked],
  },
})
