import type { VendingReason } from '@spacekeeper/contract/vending.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx } from '#platform/db/change.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { bookEntry } from '../memberbucks/book-entry.ts'
import { lockBalance } from '../memberbucks/lock-balance.ts'
import { isCovered } from '../memberbucks/rules.ts'
import { mailPurchaseJob } from './mail-purchase-job.ts'
import { noteRefusal } from './note-refusal.ts'
import { purchaseNotices } from './purchase-notices.ts'
import {
  findBuyer,
  findProduct,
  findRequest,
  findRequestIn,
  lockLateCredits,
  takeFromStock,
  type BookedRequest,
  type Buyer,
} from './queries.ts'
import { centsIn, describePurchase, floorCents, isSameRequest, isTooSoon, mayCredit, type Request } from './rules.ts'

/** What a machine asks for; `amount` as it said it. */
export type Wanted = {
  deviceId: number
  kind: 'debit' | 'credit'
  card: string | null
  amount: unknown
  description: string
  externalId: string | null
  requestId: string | null
}
export type Sold =
  /** `amountCents` is negative for a debit. `news` is null where it was booked before. */
  | {
      outcome: 'booked'
      amountCents: number
      balanceCents: number
      news: { memberId: number; product: string | null } | null
    }
  | { outcome: 'refused'; reason: VendingReason; balanceCents?: number }
  | { outcome: 'tooSoon' }

type Asked = Request & Pick<Wanted, 'deviceId' | 'description' | 'requestId'> & { card: string; buyer: Buyer }
type Sale = Asked & { memberId: number }

const refused = (reason: VendingReason): Sold => ({ outcome: 'refused', reason })
const signed = ({ kind, amountCents }: Request) => (kind === 'debit' ? -amountCents : amountCents)

/** The answer to what was bought before under the same name: the same, or that it was something else. */
const again = (before: BookedRequest, asked: Request): Sold =>
  before.isHisCard && isSameRequest(before, asked)
    ? { outcome: 'booked', amountCents: signed(before), balanceCents: before.balanceCents, news: null }
    : refused('request_id_reused')

const book = async (tx: Tx, input: { ctx: Ctx; sale: Sale; now: Date }): Promise<Sold> => {
  const { ctx, sale, now } = input
  const { deviceId, memberId, kind, amountCents, externalId, requestId, buyer } = sale
  const product = externalId === null ? null : await findProduct(tx, externalId)
  if (product === undefined) return refused('invalid_product_external_id')
  if (kind === 'credit') {
    const lateCents = await lockLateCredits(tx, { deviceId, now })
    if (!mayCredit(buyer.credit, { amountCents, lateCents })) return refused('invalid_amount')
  }
  const words = { kind, product: product?.name ?? null, deviceName: buyer.deviceName, description: sale.description }
  const movement = {
    memberId,
    amountCents: signed(sale),
    type: 'card',
    source: 'device',
    description: describePurchase(words),
    floorCents,
    deviceId,
  } as const
  const booked = await bookEntry(tx, { ctx, movement })
  if (booked.outcome !== 'booked') throw new Error(`a balance that is held did not take a purchase: ${booked.outcome}`)
  const { id } = await tx
    .insertInto('purchases')
    .values({
      device_id: deviceId,
      member_id: memberId,
      kind,
      amount_cents: amountCents,
      product_id: product?.id ?? null,
      product_external_id: externalId,
      listed_price_cents: product?.price_cents ?? null,
      cost_price_cents: product?.cost_price_cents ?? null,
      took_stock: product !== null && kind === 'debit' && (await takeFromStock(tx, product.id)),
      request_id: requestId,
      purchased_at: now,
      ledger_entry_id: booked.entryId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('members').set({ last_seen_at: now }).where('id', '=', memberId).execute()
  await addJob(tx, mailPurchaseJob, { purchaseId: id, occasion: kind === 'debit' ? 'bought' : 'paidIn' })
  const news = { memberId, product: words.product }
  return { outcome: 'booked', amountCents: signed(sale), balanceCents: booked.balanceCents, news }
}

/** Decides on the balance that is held, so that two machines never spend the same money, in whichever process. */
const sell = (ctx: Ctx, sale: Sale): Promise<Sold> =>
  record(ctx, async (tx) => {
    const { deviceId, memberId, kind, card, requestId } = sale
    const { balanceCents, lastPurchaseAt } = await lockBalance(tx, memberId)
    const now = ctx.now()
    const before = requestId === null ? null : await findRequestIn(tx, { deviceId, requestId, card })
    if (before) return { result: again(before, sale) }
    if (kind === 'debit' && !isCovered({ balanceCents, amountCents: signed(sale), floorCents })) {
      return { result: { outcome: 'refused', reason: 'insufficient_funds', balanceCents } }
    }
    if (isTooSoon(lastPurchaseAt, now)) return { result: { outcome: 'tooSoon' } }
    const result = await book(tx, { ctx, sale, now })
    return { result, tell: result.outcome === 'booked' ? purchaseNotices(memberId) : [] }
  })

const decide = async (ctx: Ctx, asked: Asked): Promise<Sold> => {
  const { deviceId, requestId, card, buyer, amountCents } = asked
  const { memberId } = buyer
  const before = requestId === null ? null : await findRequest(ctx, { deviceId, requestId, card })
  if (before) return again(before, asked)
  if (buyer.refusal !== null || memberId === null) {
    await noteRefusal(ctx, { deviceId, card, memberId, refusal: buyer.refusal ?? 'unknownCard' })
    return refused('invalid_card_id')
  }
  const sold = await sell(ctx, { ...asked, memberId })
  if (sold.outcome === 'refused' && sold.reason === 'insufficient_funds') {
    await noteRefusal(ctx, { deviceId, card, memberId, refusal: 'balanceTooLow', amountCents })
  }
  return sold
}

const uniqueViolation = '23505'

/** A machine wants to sell something, or has taken money: booked when this resolves, with all that belongs to it, or not at all. */
export const bookPurchase = async (ctx: Ctx, wanted: Wanted): Promise<Sold> => {
  const { card, deviceId } = wanted
  if (card === null) return refused('invalid_card_id')
  const amountCents = centsIn(wanted.amount)
  if (amountCents === null) return refused('invalid_amount')
  const buyer = await findBuyer(ctx, { deviceId, card })
  const asked = { ...wanted, card, amountCents, buyer }
  try {
    return await decide(ctx, asked)
  } catch (error) {
    // The same name for two sales at once: by now one of them is booked, and answers for both.
    if (!hasCode(error, uniqueViolation)) throw error
    return decide(ctx, asked)
  }
}
