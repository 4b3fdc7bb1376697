import type { ErrorSentence } from '../error-sentence.ts'

/** Errors of cards and bank debits at Stripe. */
export const stripeErrors = {
  stripeOff: { status: 409, text: 'Card payments are turned off here, or not set up yet.' },
  stripeRefused: {
    status: 409,
    text: 'Stripe refused this. Nothing was paid. An administrator has to check the keys in the settings.',
  },
  stripeMixed: {
    status: 409,
    text: 'This belongs to the other mode of Stripe, live or test. An administrator has to check the keys in the settings.',
  },
  cardRefused: { status: 400, text: 'Your bank refused this payment. Try another card.' },
  cardAuthentication: { status: 409, text: 'Your bank asks you to confirm this payment.' },
  noCard: { status: 409, text: 'There’s no saved card or bank account. Add one under Billing method.' },
  paymentWaiting: { status: 409, text: 'A payment is under way already. Wait until it’s done.' },
  topUpWaiting: { status: 409, text: 'A top-up is under way already. Wait until it’s done.' },
  stripeAway: {
    status: 503,
    text: 'Card payments can’t be reached right now. Nothing is lost. Please try again in a few minutes.',
  },
} as const satisfies Record<string, ErrorSentence>
