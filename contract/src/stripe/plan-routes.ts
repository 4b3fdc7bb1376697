import { z } from 'zod'
import { Id, routes } from '../route.ts'
import { CardDues, CardStanding, NewCardPayment, StartedCardPayment } from './plan-shapes.ts'

const own = { access: 'signedIn', feature: 'enableStripe' } as const

const asked = ['stripeOff', 'stripeAway', 'stripeRefused', 'stripeMixed'] as const

/** Plans that are paid by card, and what is open of any plan, paid by card. */
export const cardPlanApi = routes({
  getCardDues: {
    ...own,
    method: 'GET',
    path: '/api/billing/my/card/',
    summary: 'What the caller can pay by card now, what their plan by card waits for, and payments under way.',
    output: CardDues,
  },
  tryCardAgain: {
    ...own,
    method: 'POST',
    path: '/api/billing/my/card/try/',
    summary: 'Tries what the caller’s plan by card waits for with their saved card. Why it failed is in the answer.',
    output: CardStanding,
    errors: [...asked, 'noPlan', 'noCard', 'keptAtStripe'],
  },
  payByCard: {
    ...own,
    method: 'POST',
    path: '/api/billing/my/card/payments/',
    summary: 'Pays what is open, from what is saved or on Stripe’s page, once for each key.',
    body: NewCardPayment,
    output: StartedCardPayment,
    errors: [...asked, 'noCard', 'keyReused', 'amountsChanged', 'paymentWaiting', 'keptAtStripe'],
  },
  confirmCardPayment: {
    ...own,
    method: 'POST',
    path: '/api/billing/my/card/payments/:paymentId/confirm/',
    summary: 'A page of Stripe’s on which the caller confirms with their bank what could not be taken without them.',
    params: z.object({ paymentId: Id }),
    output: StartedCardPayment,
    errors: [...asked, 'notFound', 'amountsChanged', 'paymentWaiting', 'keptAtStripe'],
  },
})
