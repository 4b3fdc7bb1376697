import { z } from 'zod'
import { commandsOf } from '../devices/words.ts'
import { tooMuch, tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { CardId, isStorable } from '../gateway/shapes.ts'
import { Instant } from '../route.ts'
import { vendingReasons } from './words.ts'

const Cents = z
  .number()
  .int('An amount in whole cents.')
  .min(0, 'Must be 0 or more.')
  .max(1_000_000, tooMuchMoney(1_000_000))

export const Count = z.number().int('A whole number.').min(0, 'Must be 0 or more.').max(1_000_000)

/** Something machines sell. */
export const Product = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What machines call it, such as the number of a slot. */
  externalId: z.string(),
  /** The machine that calls it so; null: every machine without a product of its own in that slot. */
  deviceId: z.number().int().nullable(),
  deviceName: z.string().nullable(),
  priceCents: z.number().int(),
  costPriceCents: z.number().int(),
  /** Null: not counted. */
  stock: z.number().int().nullable(),
  /** Machines cannot sell what is not active. */
  isActive: z.boolean(),
  /** The address of its picture. */
  picture: z.string().nullable(),
  /** How many were sold in 30 days, without what was refunded. */
  soldLately: z.number().int(),
})

export type Product = z.infer<typeof Product>

/** What staff write down of a product. The number of a slot is digits, anything else a name without blanks at its ends. */
export const ProductDetails = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  externalId: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  deviceId: z.number().int().min(1).max(2_147_483_647).nullable(),
  priceCents: Cents.min(1, 'Must be more than 0.'),
  costPriceCents: Cents,
  isActive: z.boolean(),
})

export type ProductDetails = z.infer<typeof ProductDetails>

/** A stock that was counted (null: it is counted no longer), or so many more or fewer than there were. */
export const StockChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counted'), stock: Count.nullable() }),
  z.object({
    kind: z.literal('added'),
    by: z
      .number()
      .int('A whole number.')
      .min(-100_000, tooMuch(100_000))
      .max(100_000)
      .refine((by) => by !== 0, 'Enter a number other than 0.'),
  }),
])

export type StockChange = z.infer<typeof StockChange>

/** An amount in whole currency units, decimals and all, as a number or as text; what it is worth, the rules say. */
const Amount = z.unknown().optional()

const Card = CardId.refine(isStorable)

/** Known firmware sends the number of the slot. */
const ExternalId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? null : String(id).trim() || null))
  .refine(isStorable)

const Remark = z
  .unknown()
  .optional()
  .transform((text) =>
    typeof text === 'string'
      ? text
          .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, 200)
      : '',
  )

/** What a vending machine sends beyond what all devices do. */
export const VendingMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('balance'), card_id: Card }),
  z.object({
    command: z.enum(['debit', 'credit']),
    card_id: Card,
    amount: Amount,
    description: Remark,
    product_external_id: ExternalId,
    /** Chosen by the machine for one sale, and sent again when it has to ask again. It counts for a day. */
    request_id: z
      .union([z.string().min(1).max(100), z.number().transform(String)])
      .nullish()
      .refine(isStorable),
  }),
])

export type VendingMessage = z.infer<typeof VendingMessage>

/** Replies and pushes to a vending machine; balances and amounts in cents. */
export const ToVending = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.enum(['ping', 'pong']) }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(commandsOf('memberbucks')).exclude(['sync']) }),
    z.object({ command: z.literal('rate_limited'), request_id: z.string().optional() }),
    z.object({
      command: z.enum(['balance', 'debit', 'credit']),
      success: z.boolean(),
      balance: z.number().int().optional(),
      /** Negative for a debit. */
      amount: z.number().int().optional(),
      reason: z.enum(vendingReasons).optional(),
      /** Only where the machine named its request. */
      request_id: z.string().optional(),
    }),
  ]),
])

export type ToVending = z.infer<typeof ToVending>

/** A vending machine as those for money see it, who look after no devices. */
export const SellingMachine = z.object({
  id: z.number().int(),
  name: z.string(),
  isOffline: z.boolean(),
  lastSeen: Instant.nullable(),
  /** Out of use since then; what it sold stays, and can be refunded. */
  removedAt: Instant.nullable(),
})

export type SellingMachine = z.infer<typeof SellingMachine>

/** Something bought at a machine, or money paid in there. */
export const Purchase = z.object({
  id: z.number().int(),
  kind: z.enum(['debit', 'credit']),
  at: Instant,
  memberId: z.number().int(),
  memberName: z.string(),
  /** Null where the machine named none. */
  product: z.string().nullable(),
  amountCents: z.number().int(),
  /** What the product was listed at, where the machine asked for something else. */
  listedCents: z.number().int().nullable(),
  refund: z.object({ at: Instant, reason: z.string(), by: z.string().nullable() }).nullable(),
  canRefund: z.boolean(),
})

export type Purchase = z.infer<typeof Purchase>

/** What was sold at a machine, without what was refunded. */
export const Sales = z.object({
  purchases: z.number().int(),
  volumeCents: z.number().int(),
  creditsCents: z.number().int(),
  /** Who bought there for how much, the most first. */
  members: z.array(
    z.object({
      memberId: z.number().int(),
      name: z.string(),
      purchases: z.number().int(),
      volumeCents: z.number().int(),
    }),
  ),
})

export type Sales = z.infer<typeof Sales>

const Limit = z
  .number()
  .int('An amount in whole cents.')
  .min(1, 'An amount above nothing, or none at all.')
  .max(100_000, tooMuchMoney(100_000))
  .nullable()

/** How much a machine may pay onto balances: in one go, and in 24 hours. Null: nothing at all, and no daily limit. */
export const CreditLimits = z.object({ maxCreditCents: Limit, maxDailyCreditCents: Limit })

export type CreditLimits = z.infer<typeof CreditLimits>

export const MachineCreditLimits = CreditLimits.extend({
  canChange: z.boolean(),
  /** Who made or owns one of its keys or let it connect: it pays nothing onto their balances. */
  keepers: z.array(z.string()),
})

export type MachineCreditLimits = z.infer<typeof MachineCreditLimits>
