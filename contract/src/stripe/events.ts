import { type EventWords, say } from '../event.ts'

export const stripeEvents = {
  'stripe.customerCreated': say('money', '{subject} was created as a customer of Stripe'),
  'stripe.customerGone': say('money', 'The customer of {subject} was deleted at Stripe'),
  'stripe.customerAdopted': say('money', 'A customer of Stripe became that of {subject}'),
  'stripe.methodSaved': say('money', '{method} was saved for the payments of {subject}'),
  'stripe.methodRenewed': say('money', 'The bank of {subject} renewed {method}'),
  'stripe.expiryTold': say('money', '{subject} was told that {method} runs out'),
  'stripe.methodRemoved': say('money', '{method} of {subject} was removed'),
  'stripe.topUpStarted': say('money', 'A top-up of {subject} was started', '{actor} started a top-up of their balance'),
  'stripe.toppedUp': say('money', 'A top-up of {subject} arrived on their balance'),
  'stripe.topUpChanged': say('money', 'A top-up of {subject} went on at Stripe'),
  'stripe.topUpFailed': say('money', 'A top-up of {subject} failed'),
  'stripe.topUpReversed': say('money', 'A top-up of {subject} was given back or disputed'),
  'stripe.automaticOn': say(
    'money',
    'The balance of {subject} tops itself up',
    '{actor} let their balance top itself up',
  ),
  'stripe.automaticOff': say(
    'money',
    'The balance of {subject} no longer tops itself up',
    '{actor} stopped their balance from topping itself up',
  ),
  'stripe.automaticCapped': say('money', 'The balance of {subject} was topped up by as much as a month allows'),
  'stripe.cardPaymentStarted': say(
    'money',
    'A payment by card of {subject} was started',
    '{actor} started to pay what is open by card',
  ),
  'stripe.cardPaymentChanged': say('money', 'A payment by card of {subject} went on at Stripe'),
  'stripe.cardPaymentFailed': say('money', 'A payment by card of {subject} failed'),
  'stripe.eventAskedAgain': say('money', '{actor} let an event of Stripe’s be looked at again: {type}'),
  'stripe.comparisonAsked': say('money', '{actor} let everything be compared with Stripe'),
  'stripe.setAside': say('money', '{actor} set aside {count} movements of Stripe’s balance: {note}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
