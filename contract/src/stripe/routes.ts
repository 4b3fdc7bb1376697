import { z } from 'zod'
import { ofKind } from '../field-words.ts'
import { Empty, Id, routes } from '../route.ts'
import {
  AutomaticTopUp,
  AutomaticTopUpPage,
  BillingMethod,
  CheckoutReturn,
  HostedPage,
  NewAutomaticTopUp,
  NewSetup,
  NewTopUp,
  Receipt,
  StartedTopUp,
  TopUp,
  TopUpForm,
} from './shapes.ts'

const own = { access: 'signedIn', feature: 'enableStripe' } as const

/** Of the balance: Stripe's own switch is asked besides. */
const ofBalance = { access: 'signedIn', feature: 'enableMemberBucks' } as const

const asked = ['stripeOff', 'stripeAway', 'stripeRefused', 'stripeMixed'] as const

/** In a path of existing clients, where it may be negative or a hair beside a whole number. */
const Amount = z.coerce.number(ofKind('Enter an amount.')).min(0.5, 'Enter an amount.').max(100_000_000)

export const stripeApi = routes({
  getCardSecret: {
    ...own,
    method: 'GET',
    path: '/api/billing/card/',
    summary: 'For existing clients: the secret of a setup, with which their browser asks Stripe for a card.',
    output: z.object({ clientSecret: z.string() }),
    errors: asked,
  },
  saveCard: {
    ...own,
    method: 'POST',
    path: '/api/billing/card/',
    summary: 'For existing clients: saves the card that came of such a setup, in place of the one there was.',
    body: z.object({ paymentMethodId: z.string().min(1).max(100) }),
    unknownFields: 'ignored',
    output: Empty,
    errors: [...asked, 'notFound', 'cardRefused'],
  },
  removeCard: {
    ...own,
    method: 'DELETE',
    path: '/api/billing/card/',
    summary: 'Removes the caller’s saved card or mandate, here and at Stripe.',
    output: Empty,
    errors: asked,
  },
  getMethod: {
    ...own,
    method: 'GET',
    path: '/api/billing/method/',
    summary: 'What the caller has saved to pay with, and what uses it.',
    output: BillingMethod,
  },
  startSetup: {
    ...own,
    method: 'POST',
    path: '/api/billing/method/setup/',
    keepsAnswers: true,
    summary: 'A page of Stripe’s on which the caller enters a card or bank account.',
    body: NewSetup,
    output: HostedPage,
    errors: asked,
  },
  finishCheckout: {
    ...own,
    method: 'POST',
    path: '/api/billing/checkout/',
    summary: 'The caller comes back from Stripe’s page: what came of it is asked for and stored.',
    body: z.object({ session: z.string().min(1).max(200) }),
    output: CheckoutReturn,
    errors: [...asked, 'notFound'],
  },
  listReceipts: {
    ...own,
    method: 'GET',
    path: '/api/billing/receipts/',
    summary: 'What the caller paid through Stripe, newest first, a page at a time.',
    query: z.object({ skip: z.coerce.number().int().min(0).max(100_000).default(0) }),
    output: z.object({ receipts: z.array(Receipt), hasMore: z.boolean() }),
  },
  addFromCard: {
    ...ofBalance,
    method: 'POST',
    path: '/api/memberbucks/add/:amount/',
    summary:
      'Tops up the caller’s balance from their saved card, in whole currency units. What is refused is said as a bare string.',
    params: z.object({ amount: Amount }),
    plainRefusals: true,
    output: Empty,
    errors: [...asked, 'noCard', 'cardRefused', 'cardAuthentication', 'topUpWaiting'],
  },
  getTopUpForm: {
    ...ofBalance,
    method: 'GET',
    path: '/api/memberbucks/top-ups/',
    summary: 'How the caller can top up by card, and what is under way.',
    output: TopUpForm,
  },
  topUp: {
    ...ofBalance,
    method: 'POST',
    path: '/api/memberbucks/top-ups/',
    summary: 'Tops up the caller’s balance, from what is saved or on Stripe’s page, once for each key.',
    body: NewTopUp,
    output: StartedTopUp,
    errors: [...asked, 'noCard', 'keyReused', 'topUpWaiting'],
  },
  getTopUp: {
    ...ofBalance,
    method: 'GET',
    path: '/api/memberbucks/top-ups/:topUpId/',
    summary: 'How a top-up of the caller’s stands.',
    params: z.object({ topUpId: Id }),
    output: TopUp,
    errors: ['notFound'],
  },
  confirmTopUp: {
    ...ofBalance,
    method: 'POST',
    path: '/api/memberbucks/top-ups/:topUpId/confirm/',
    summary: 'A page of Stripe’s on which the caller confirms with their bank what could not be taken without them.',
    params: z.object({ topUpId: Id }),
    output: StartedTopUp,
    errors: [...asked, 'notFound'],
  },
  getAutomaticTopUp: {
    ...ofBalance,
    method: 'GET',
    path: '/api/memberbucks/automatic-top-up/',
    summary: 'Whether the caller’s balance tops itself up, and the words they would agree to.',
    output: AutomaticTopUpPage,
  },
  setAutomaticTopUp: {
    ...ofBalance,
    method: 'PUT',
    path: '/api/memberbucks/automatic-top-up/',
    summary: 'The caller lets their balance top itself up, in the words they read.',
    body: NewAutomaticTopUp,
    output: AutomaticTopUp,
    errors: ['stripeOff', 'noCard', 'agreementChanged'],
  },
  stopAutomaticTopUp: {
    ...ofBalance,
    method: 'DELETE',
    path: '/api/memberbucks/automatic-top-up/',
    summary: 'The caller’s balance no longer tops itself up.',
    output: Empty,
  },
})
