import { maxAmountCents } from '@spacekeeper/contract/memberbucks/words.ts'
import type { StockChange } from '@spacekeeper/contract/vending/shapes.ts'
import type { VendingReason } from '@spacekeeper/contract/vending/words.ts'

/** After a purchase a member buys nothing at any machine for so long: a card held twice is not meant twice. */
const restMs = 3_000

/** Machines may not take a balance below nothing. */
export const floorCents = 0

/** Digits and decimals as they are read everywhere; a comma could stand for thousands. */
const decimal = /^\d{1,9}(?:\.\d{1,9})?$/

const unitsIn = (amount: unknown): number | null => {
  if (typeof amount === 'number') return Number.isFinite(amount) ? amount : null
  return typeof amount === 'string' && decimal.test(amount.trim()) ? Number(amount) : null
}

/**
 * What a machine asks for, in whole cents; it says currency units with decimals. Null for what is no amount, rounds to
 * nothing or is more than is booked in one go.
 */
export const centsIn = (amount: unknown): number | null => {
  const units = unitsIn(amount)
  if (units === null || units <= 0 || units * 100 > maxAmountCents) return null
  // 1.005 × 100 is a little less than 100.5 in binary; the machine meant the decimals.
  const cents = Math.round(Number((units * 100).toFixed(6)))
  return cents >= 1 ? cents : null
}

/**
 * A machine that asks again within three seconds, to the millisecond, is told to wait. A purchase that is further ahead
 * than that was made before the clock was set back, and holds up no other.
 */
export const isTooSoon = (lastPurchaseAt: Date | null, now: Date): boolean =>
  lastPurchaseAt !== null && Math.abs(now.getTime() - lastPurchaseAt.getTime()) <= restMs

/** Names of requests count for so long: a machine may count them anew after each start. */
export const namedDays = 1

/** Since when a request is looked for by its name. */
export const namedSince = (now: Date): Date => new Date(now.getTime() - namedDays * 24 * 60 * 60_000)

/** A machine asks again within so long of being back for what it was not answered. */
const askedAgainMs = 60_000

/** A member who asks for what was sold longer ago than this wants another one. */
const answeredLateMs = 10 * 60_000

/**
 * Since when a sale without a name may have been booked before, whose answer was lost; null on a line that has stood for
 * too long for that.
 */
export const lostSince = ({ connectedAt, now }: { connectedAt: Date; now: Date }): Date | null =>
  now.getTime() - connectedAt.getTime() <= askedAgainMs ? new Date(now.getTime() - answeredLateMs) : null

export type CreditRule = { maxCreditCents: number | null; maxDailyCreditCents: number | null }

/** Whether a machine may pay this much onto a balance, after what it paid onto all of them in 24 hours. */
export const mayCredit = (rule: CreditRule, input: { amountCents: number; lateCents: number }): boolean => {
  const { maxCreditCents, maxDailyCreditCents } = rule
  if (maxCreditCents === null || input.amountCents > maxCreditCents) return false
  return maxDailyCreditCents === null || input.lateCents + input.amountCents <= maxDailyCreditCents
}

type DescribedSale = { kind: 'debit' | 'credit'; product: string | null; deviceName: string; description: string }

/** A purchase in the words of the member's transactions. */
export const describePurchase = ({ kind, product, deviceName, description }: DescribedSale): string => {
  if (product !== null) return `${product}, ${deviceName}`
  if (description !== '') return description
  return kind === 'debit' ? `${deviceName} purchase` : `Paid in at ${deviceName}`
}

export type PurchaseTerms = { kind: 'debit' | 'credit'; amountCents: number; externalId: string | null }

/** The same sale asked for once more. Whose card it is, is asked apart. */
export const isSameRequest = (before: PurchaseTerms, asked: PurchaseTerms): boolean =>
  before.kind === asked.kind && before.amountCents === asked.amountCents && before.externalId === asked.externalId

/** What a product was listed at, where the machine asked for something else; null where both agree. */
export const otherPrice = (sale: { kind: 'debit' | 'credit'; amountCents: number; listedCents: number | null }) =>
  sale.kind === 'debit' && sale.listedCents !== sale.amountCents ? sale.listedCents : null

const reasons: Record<string, VendingReason> = {
  card_id: 'invalid_card_id',
  request_id: 'invalid_request_id',
  product_external_id: 'invalid_product_external_id',
}

/** What to say of a message whose fields, named here, make no sense; the first in the order of the checks. */
export const reasonOfFields = (fields: readonly unknown[]): VendingReason => {
  const first = Object.keys(reasons).find((field) => fields.includes(field))
  return first === undefined ? 'invalid_amount' : (reasons[first] ?? 'invalid_amount')
}

const mostInStock = 1_000_000

/** What there is after a count, a delivery or a loss. What was not counted before begins at nothing. */
export const stockAfter = (stock: number | null, change: StockChange): number | null | 'tooFew' | 'tooMany' => {
  if (change.kind === 'counted') return change.stock
  const after = (stock ?? 0) + change.by
  if (after < 0) return 'tooFew'
  return after > mostInStock ? 'tooMany' : after
}
