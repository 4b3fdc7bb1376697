import { z } from 'zod'
import { Text } from '../fields.ts'
import { someKeysOf } from '../keys-of.ts'
import { planIntervals } from '../plans/words.ts'
import { Id, Instant } from '../route.ts'
import { adoptRefusals, eventStates, setAsideAccounts } from './words.ts'

const Cents = z.number().int()

/** A comparison of everything at Stripe with what is here. */
export const StripeComparison = z.object({
  id: z.number().int(),
  beganAt: Instant,
  /** Null while it runs, or where its process ended before it did. */
  endedAt: Instant.nullable(),
  /** Events that had not arrived. */
  events: z.number().int(),
  /** Movements of Stripe’s balance that were new. */
  movements: z.number().int(),
  failure: z.string().nullable(),
  problems: z.array(
    z.object({
      kind: z.literal('unknownSubscription'),
      ref: z.string(),
      memberId: z.number().int(),
      memberName: z.string().nullable(),
    }),
  ),
})

export type StripeComparison = z.infer<typeof StripeComparison>

/** How the portal is connected with Stripe, and whether events arrive. */
export const StripeConnection = z.object({
  isLive: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** Where Stripe is to send events. */
  address: z.string(),
  /** The version events are to come in. */
  wantedVersion: z.string(),
  /** What Stripe has set up for this address; null without one, or where Stripe could not be asked. */
  endpoint: z
    .object({ version: z.string().nullable(), isEnabled: z.boolean(), missing: z.array(z.string()) })
    .nullable(),
  /** Why Stripe could not be asked; otherwise empty. */
  problem: z.string(),
  lastReceivedAt: Instant.nullable(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** Whether the reader may set up events. */
  maySetUp: z.boolean(),
  lastComparison: StripeComparison.nullable(),
})

export type StripeConnection = z.infer<typeof StripeConnection>

export const StripeEventRow = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string(),
  createdAt: Instant,
  receivedAt: Instant,
  handledAt: Instant.nullable(),
  outcome: z.enum(['synced', 'notOurs', 'ignored']).nullable(),
  failure: z.string().nullable(),
  /** Whether there is anything to ask Stripe for because of it. */
  canRepeat: z.boolean(),
})

export type StripeEventRow = z.infer<typeof StripeEventRow>

export const EventSearch = z.object({
  state: z.enum(eventStates).default('all'),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
})

/** A payment with all that became of it, or a movement, of which Stripe and the portal do not have the same amount. */
export const ClearingFault = z.object({
  kind: z.enum(['notOurs', 'differs', 'missing', 'converted']),
  movementId: z.number().int().nullable(),
  payoutId: z.string().nullable(),
  /** What it is called at Stripe. */
  ref: z.string(),
  type: z.string(),
  theirCents: Cents,
  ourCents: Cents,
  currency: z.string(),
  at: Instant,
  memberId: z.number().int().nullable(),
  memberName: z.string().nullable(),
})

export type ClearingFault = z.infer<typeof ClearingFault>

export const Payout = z.object({
  id: z.string(),
  amountCents: Cents,
  currency: z.string(),
  arrivesOn: z.iso.date(),
  /** `byHand`: Stripe doesn’t say what is in a manual payout. */
  state: z.enum(['clear', 'unclear', 'onItsWay', 'byHand', 'failed']),
  failure: z.string().nullable(),
  movements: z.number().int(),
  /** Payments less what was given back. */
  grossCents: Cents,
  feeCents: Cents,
  /** What is in it less what was paid out: nothing where it adds up. */
  restCents: Cents,
  /** The first of them. */
  faults: z.array(ClearingFault),
  faultCount: z.number().int(),
})

export type Payout = z.infer<typeof Payout>

export const Clearing = z.object({
  payouts: z.array(Payout),
  hasMore: z.boolean(),
  /** What is still with Stripe. */
  left: z.array(z.object({ currency: z.string(), cents: Cents })),
  /** The first faults that are in no payout yet. */
  otherFaults: z.array(ClearingFault),
  otherCount: z.number().int(),
})

export type Clearing = z.infer<typeof Clearing>

export const NewSetAside = z.object({
  movementIds: z.array(z.number().int().positive()).min(1).max(500),
  account: z.enum(someKeysOf(setAsideAccounts)),
  note: Text(200).pipe(z.string().trim().min(1, 'Say what it is.')),
})

/** What Stripe says of a member, beside what is here. */
export const MemberAtStripe = z.object({
  /** Null where the member is no customer there. */
  customerId: z.string().nullable(),
  isDeletedThere: z.boolean(),
  /** Their page in Stripe’s dashboard. */
  url: z.string().nullable(),
  /** Those that Stripe collects, which the portal does not charge. */
  subscriptions: z.array(
    z.object({
      ref: z.string(),
      url: z.string(),
      /** Whether it is the plan here, and waits to be taken over. */
      isOurs: z.boolean(),
      status: z.string(),
      costCents: Cents,
      currency: z.string(),
      /** Paid through this instant. */
      periodEndsAt: Instant.nullable(),
      endsAt: Instant.nullable(),
    }),
  ),
})

export type MemberAtStripe = z.infer<typeof MemberAtStripe>

export const StripeDispute = z.object({
  id: z.string(),
  amountCents: Cents,
  currency: z.string(),
  reason: z.string(),
  status: z.string(),
  /** Evidence must be there by then; null when nothing is asked for any more. */
  dueAt: Instant.nullable(),
  /** Its page in Stripe’s dashboard. */
  url: z.string(),
  memberId: z.number().int().nullable(),
  memberName: z.string().nullable(),
})

export type StripeDispute = z.infer<typeof StripeDispute>

/** A movement of Stripe’s balance that was set aside. */
export const SetAside = z.object({
  movementId: z.number().int(),
  ref: z.string(),
  type: z.string(),
  amountCents: Cents,
  currency: z.string(),
  account: z.enum(someKeysOf(setAsideAccounts)),
  note: z.string(),
  by: z.string().nullable(),
  at: Instant,
})

export type SetAside = z.infer<typeof SetAside>

/** A subscription that Stripe collects: one that is no plan here, or a plan that waits to be charged by the portal. */
export const UnknownSubscription = z.object({
  ref: z.string(),
  /** Its page in Stripe’s dashboard. */
  url: z.string(),
  status: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  costCents: Cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  intervalCount: z.number().int(),
  /** Paid through this instant. */
  periodEndsAt: Instant.nullable(),
  /** Whose it seems to be: their customer, or their confirmed address. */
  member: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The plans by card that cost the same for the same time. */
  plans: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The plan that it is here already. */
  plan: z.string().nullable(),
  /** When the portal would charge it first, and how much. */
  firstOn: z.iso.date().nullable(),
  firstCents: Cents.nullable(),
  /** Why it can’t be taken over as it is. */
  refusal: z.enum(someKeysOf(adoptRefusals)).nullable(),
})

export type UnknownSubscription = z.infer<typeof UnknownSubscription>

export const AdoptOrder = z.object({
  ref: z.string().min(1).max(100),
  memberId: Id,
  planId: Id,
  /** `owedHere`: what is open at Stripe is asked for here instead. `end`: it ends, here and there. */
  how: z.enum(['takeOver', 'owedHere', 'end']).default('takeOver'),
})

export type AdoptOrder = z.output<typeof AdoptOrder>

/** Null: it was done. */
export const AdoptAnswer = z.object({ refusedFor: z.enum(someKeysOf(adoptRefusals)).nullable() })
