import { z } from 'zod'
import { guarded, Line, secret, setting, type Setting } from '../setting.ts'

/** Empty, or a key of Stripe's with this beginning: one that was pasted into the wrong field is refused at once. */
const Key = (kinds: string, example: string) =>
  Line.regex(new RegExp(`^$|^(${kinds})_`), `A key that begins like ${example}.`)

export const stripeSettings = {
  ENABLE_STRIPE: setting(
    'features',
    'Card payments',
    z.boolean(),
    true,
    'Members save a card or bank account at Stripe, top up their balance with it and pay for their plan. It needs both keys of Stripe (Settings, Payments).',
  ),
  STRIPE_PUBLISHABLE_KEY: guarded(
    'payments',
    'Stripe publishable key',
    Key('pk', 'pk_live_'),
    '',
    'From the developers’ pages of your Stripe account, of the same kind (live or test) as the secret key.',
  ),
  STRIPE_SECRET_KEY: secret(
    'payments',
    'Stripe secret key',
    'From the same page. It moves money, so it is kept encrypted and never shown again.',
    Key('sk|rk', 'sk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    'payments',
    'Stripe webhook secret',
    'Proves that what arrives at the portal’s webhook comes from Stripe. Without it webhooks are refused, and the portal asks Stripe each night instead.',
    Key('whsec', 'whsec_'),
  ),
  CARD_RETRY_DAYS: setting(
    'payments',
    'Days of further tries',
    z.array(z.number().int('A number of whole days.').min(1, 'At least 1.').max(60)).max(10),
    [3, 5, 7],
    'How many days after the day it was due a payment is tried again that a card or bank account did not pay. Empty: it is not tried again by itself. What a bank says is final is not tried again before another card is saved.',
  ),
  STRIPE_MEMBERBUCKS_TOPUP_OPTIONS: setting(
    'payments',
    'Amounts to top up',
    z.array(z.number().int().positive().max(1_000_000)).max(12),
    [1000, 2000, 3000],
    'Amounts members can choose, in cents. They can also enter another amount up to the maximum.',
  ),
} satisfies Record<string, Setting>
