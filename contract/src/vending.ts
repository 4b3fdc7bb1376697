import { z } from 'zod'
import { CardId, type DeviceCommand } from './devices.ts'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/** An amount in whole currency units, decimals and all, as a number or as text; what it is worth, the rules say. */
const Amount = z.unknown().optional()
/** The database takes no text with it. */
const hasNoNul = (text: string | null | undefined) => !text?.includes('\u0000')
const Card = CardId.refine(hasNoNul)
/** Known firmware sends the number of the slot. */
const ExternalId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? null : String(id).trim() || null))
  .refine(hasNoNul)
const Remark = z
  .unknown()
  .optional()
  .transform((text) =>
    typeof text === 'string'
      ? text
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
    /** Chosen by the machine for one sale, and sent again when it has to ask again. */
    request_id: z
      .union([z.string().min(1).max(100), z.number().transform(String)])
      .nullish()
      .refine(hasNoNul),
  }),
])
export type VendingMessage = z.infer<typeof VendingMessage>

/** The reasons known firmware hears, and the last two of ours, which only a machine that names its requests meets. */
export const vendingReasons = [
  'invalid_card_id',
  'invalid_amount',
  'insufficient_funds',
  'invalid_product_external_id',
  'invalid_request_id',
  'request_id_reused',
] as const
export type VendingReason = (typeof vendingReasons)[number]

/** Replies and pushes to a vending machine; balances and amounts in cents. */
export const ToVending = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.literal('pong') }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(['lock', 'unlock', 'reboot']) }),
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
  .max(100_000, 'At most 1,000.00.')
  .nullable()

/** How much a machine may pay onto balances: in one go, and in 24 hours. Null: nothing at all, and no daily limit. */
export const CreditLimits = z.object({ maxCreditCents: Limit, maxDailyCreditCents: Limit })
export type CreditLimits = z.infer<typeof CreditLimits>

const DeviceParams = z.object({ deviceId: Id })
const readers = ['staff.devices', 'staff.money'] as const

const command = <const C extends DeviceCommand>(name: C, summary: string) =>
  ({
    method: 'POST',
    path: `/api/access/memberbucks-devices/:deviceId/${name}/`,
    access: 'staff.devices',
    summary,
    params: DeviceParams,
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['notFound', 'deviceOffline'],
  }) as const

export const vending = routes({
  listPurchases: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/purchases/',
    access: readers,
    summary: 'What was bought and paid in at a memberbucks device, newest first, a page at a time.',
    params: DeviceParams,
    query: z.object({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ purchases: z.array(Purchase), hasMore: z.boolean() }),
    errors: ['notFound'],
  },
  getSales: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/sales/',
    access: readers,
    summary: 'What a memberbucks device has sold altogether, and the 50 members who bought most.',
    params: DeviceParams,
    output: Sales,
    errors: ['notFound'],
  },
  getCreditLimits: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/credits/',
    access: readers,
    summary: 'How much a memberbucks device may pay onto balances.',
    params: DeviceParams,
    output: CreditLimits.extend({ canChange: z.boolean() }),
    errors: ['notFound'],
  },
  setCreditLimits: {
    method: 'PUT',
    path: '/api/admin/memberbucks-devices/:deviceId/credits/',
    access: 'staff.money',
    summary: 'Changes how much a memberbucks device may pay onto balances. What is left out stays as it is.',
    params: DeviceParams,
    body: CreditLimits.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  refund: {
    method: 'POST',
    path: '/api/admin/purchases/:purchaseId/refund/',
    access: 'staff.money',
    summary: 'Gives the money of a purchase back, once; the member is told. Only administrators for themselves.',
    params: z.object({ purchaseId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.object({ reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)) }),
    output: z.object({ balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'alreadyReversed'],
  },
  lock: command('lock', 'Has a memberbucks device lock.'),
  unlock: command('unlock', 'Has a memberbucks device unlock.'),
  reboot: command('reboot', 'Restarts the controller of a memberbucks device.'),
})
