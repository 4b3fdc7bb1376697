import { z } from 'zod'
import { tooMuchMoney } from '../field-words.ts'
import { keysOf } from '../keys-of.ts'
import { mostStoredCents } from '../memberbucks/words.ts'
import { Instant } from '../route.ts'
import { leastTopUpCents, paymentKinds, returnPlaces, topUpStates, topUpWays } from './words.ts'

export type { PaymentKind } from './words.ts'

/** What is printed of a saved card or mandate. */
export const SavedMethod = z.object({
  kind: z.enum(paymentKinds),
  /** Of a card its make, such as visa; of an account empty. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int().nullable(),
  expYear: z.number().int().nullable(),
  /** The reference of the mandate, as bank statements show it. */
  mandate: z.string(),
  savedAt: Instant,
})

export type SavedMethod = z.infer<typeof SavedMethod>

const Place = z.enum(keysOf(returnPlaces))

export const NewSetup = z.object({ back: Place.default('billing') })

/** The page of Stripe's to go to. */
export const HostedPage = z.object({ url: z.url() })

export const BillingMethod = z.object({
  method: SavedMethod.nullable(),
  /** `soon`: in its last month; `over`: it has run out. Null for what does not run out. */
  expiry: z.enum(['fine', 'soon', 'over']).nullable(),
  /** What would stop without it. */
  uses: z.object({ plan: z.string().nullable(), automaticTopUp: z.boolean() }),
})

export type BillingMethod = z.infer<typeof BillingMethod>

export const TopUp = z.object({
  id: z.number().int(),
  amountCents: z.number().int(),
  currency: z.string(),
  way: z.enum(topUpWays),
  state: z.enum(topUpStates),
  /** What was paid with, in words. */
  method: z.string(),
  /** Why it failed, in Stripe's words for the member; otherwise empty. */
  failure: z.string(),
  /** What of it was given back, and is off the balance again. */
  reversedCents: z.number().int(),
  receiptUrl: z.string(),
  at: Instant,
})

export type TopUp = z.infer<typeof TopUp>

const TopUpCents = z
  .number()
  .int('An amount in whole cents.')
  .min(leastTopUpCents, 'At least 1.00.')
  .max(mostStoredCents, tooMuchMoney(mostStoredCents))

const Key = z.string().min(1).max(80)

export const NewTopUp = z.object({
  amountCents: TopUpCents,
  /** From what is saved, or on Stripe's page. */
  way: z.enum(['saved', 'checkout']),
  /** Chosen anew for each; sent again with the same key, nothing more is taken. */
  idempotencyKey: Key,
})

/** `url`: where the member pays, or confirms it with their bank. */
export const StartedTopUp = z.object({ topUp: TopUp, url: z.url().nullable() })

export type StartedTopUp = z.infer<typeof StartedTopUp>

export const TopUpForm = z.object({
  /** Amounts to choose from, in cents. */
  options: z.array(z.number().int()),
  maxCents: z.number().int(),
  method: SavedMethod.nullable(),
  /** Those under way, and the last one that ended. */
  recent: z.array(TopUp),
})

export type TopUpForm = z.infer<typeof TopUpForm>

/** What a member pays by card of what is open, whatever the way their plan is paid. Its states are those of top-ups. */
export const CardPayment = z.object({
  id: z.number().int(),
  amountCents: z.number().int(),
  currency: z.string(),
  way: z.enum(topUpWays),
  state: z.enum(topUpStates),
  /** What was paid with, in words. */
  method: z.string(),
  /** Why it failed, in Stripe’s words for the member; otherwise empty. */
  failure: z.string(),
  /** When it is tried again by itself, where it has failed. */
  nextTryOn: z.iso.date().nullable(),
  at: Instant,
})

export type CardPayment = z.infer<typeof CardPayment>

/** What came of a visit to Stripe's page. `waiting`: nothing yet. */
export const CheckoutReturn = z.object({
  outcome: z.enum(['methodSaved', 'topUp', 'payment', 'waiting']),
  topUp: TopUp.nullable(),
  /** Of a payment of what was open. */
  payment: CardPayment.optional(),
})

export type CheckoutReturn = z.infer<typeof CheckoutReturn>

export const AutomaticTopUp = z.object({
  isOn: z.boolean(),
  thresholdCents: z.number().int(),
  amountCents: z.number().int(),
  monthlyCapCents: z.number().int(),
  /** Why it switched itself off; otherwise empty. */
  offReason: z.string(),
  /** What it has topped up this month. */
  monthCents: z.number().int(),
})

export type AutomaticTopUp = z.infer<typeof AutomaticTopUp>

export const AutomaticTopUpPage = z.object({
  order: AutomaticTopUp.nullable(),
  method: SavedMethod.nullable(),
  /** What the member agrees to. */
  consent: z.string(),
  maxCents: z.number().int(),
})

export type AutomaticTopUpPage = z.infer<typeof AutomaticTopUpPage>

export const NewAutomaticTopUp = z
  .object({
    thresholdCents: z.number().int().min(0, 'Must be 0 or more.').max(1_000_000, tooMuchMoney(1_000_000)),
    amountCents: TopUpCents,
    monthlyCapCents: z.number().int().min(leastTopUpCents, 'At least 1.00.').max(10_000_000, tooMuchMoney(10_000_000)),
    /** The words as the member read them. */
    consent: z.string().min(1).max(2000),
  })
  .refine(({ amountCents, monthlyCapCents }) => monthlyCapCents >= amountCents, {
    path: ['monthlyCapCents'],
    message: 'At least the amount of one top-up.',
  })

export type NewAutomaticTopUp = z.infer<typeof NewAutomaticTopUp>

/** A payment at Stripe: a top-up of the balance, or what paid for a plan. */
export const Receipt = z.object({
  key: z.string(),
  kind: z.enum(['topUp', 'payment', 'refund']),
  at: Instant,
  amountCents: z.number().int(),
  currency: z.string(),
  /** What it was for, or what it was paid with. */
  words: z.string(),
  state: z.enum(topUpStates),
  failure: z.string(),
  reversedCents: z.number().int(),
  /** Stripe's own receipt. */
  receiptUrl: z.string(),
  /** Our invoices as PDF. */
  invoices: z.array(z.object({ id: z.number().int(), number: z.string() })),
})

export type Receipt = z.infer<typeof Receipt>
