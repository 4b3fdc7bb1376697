import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { VendingReason } from '@spacekeeper/contract/vending/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, record, within } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { lockCardHolder } from '../access/card-facts.ts'
import { seen } from '../access/last-seen.ts'
import { balanceNotices, type LockedBalance, bookEntry, lockBalance } from '../memberbucks/ledger.ts'
import { isCovered } from '../memberbucks/rules.ts'
import { type Buyer, recordRefusal, findBuyer } from './buyers.ts'
import { isKeeper, lockLateCredits } from './credit-limits.ts'
import { mailPurchaseJob } from './jobs.ts'
import { stockNotices, findProduct, takeFromStock } from './products.ts'
import {
  type PurchaseTerms,
  isSameRequest,
  mayCredit,
  describePurchase,
  floorCents,
  isTooSoon,
  centsIn,
} from './rules.ts'
import {
  type BookedSale,
  findNamedSale,
  keepAnswer,
  NameConflict,
  type SaleRequest,
  takeLostSale,
} from './sale-answers.ts'

/** Whose screens show that something was bought, or given back. */
export const purchaseNotices = (memberId: number) => [...balanceNotices(memberId), ...stockNotices()]

/** What a machine asks for; `amount` as it said it. */
export type PurchaseRequest = SaleRequest & {
  kind: 'debit' | 'credit'
  card: string | null
  amount: unknown
  description: string
  externalId: string | null
}

export type PurchaseOutcome =
  /** `amountCents` is negative for a debit. `news` is null where it was booked before. */
  | {
      outcome: 'booked'
      purchaseId: number
      amountCents: number
      balanceCents: number
      news: { memberId: number; product: string | null } | null
    }
  /** `card`: what was wrong with it, where that is the reason. `keeperId`: who could speak for the machine that pays them. */
  | { outcome: 'refused'; reason: VendingReason; balanceCents?: number; card?: RefusedCard; keeperId?: number }
  | { outcome: 'tooSoon' }

type RefusedCard = { memberId: number | null; refusal: Refusal }

type CheckedRequest = PurchaseTerms & SaleRequest & Pick<PurchaseRequest, 'description'> & { card: string }

type MemberPurchase = CheckedRequest & { memberId: number }

const refused = (reason: VendingReason) => ({ outcome: 'refused', reason }) as const satisfies PurchaseOutcome

const refusedCard = (card: RefusedCard) => ({ ...refused('invalid_card_id'), card })

const unknownCard = refusedCard({ memberId: null, refusal: 'unknownCard' })

const signed = ({ kind, amountCents }: PurchaseTerms) => (kind === 'debit' ? -amountCents : amountCents)

/** The answer to what was bought before: the same, or that the name stands for something else. */
const again = (before: BookedSale, asked: PurchaseTerms): PurchaseOutcome => {
  if (!before.isOwnCard || !isSameRequest(before, asked)) return refused('request_id_reused')
  const { purchaseId, balanceCents } = before
  return { outcome: 'booked', purchaseId, amountCents: signed(before), balanceCents, news: null }
}

const book = async (
  work: Work,
  input: { sale: MemberPurchase; buyer: Buyer; balance: LockedBalance; now: Date },
): Promise<PurchaseOutcome> => {
  const { sale, buyer, balance, now } = input
  const { deviceId, memberId, kind, amountCents, externalId } = sale
  const product = externalId === null ? null : await findProduct(work, { deviceId, externalId })
  if (product === undefined) return refused('invalid_product_external_id')
  if (kind === 'credit') {
    if (await isKeeper(work, { deviceId, memberId })) return { ...refused('invalid_card_id'), keeperId: memberId }
    const lateCents = await lockLateCredits(work, { deviceId, now })
    if (!mayCredit(buyer.credit, { amountCents, lateCents })) return refused('invalid_amount')
  }
  const words = { kind, product: product?.name ?? null, deviceName: buyer.deviceName, description: sale.description }
  const movement = {
    memberId,
    amountCents: signed(sale),
    type: 'card',
    source: 'device',
    contraAccount: kind === 'debit' ? 'vendingIncome' : 'cash',
    description: describePurchase(words),
    floorCents,
    deviceId,
  } as const
  const booked = await bookEntry(work, { movement, balance })
  if (booked.outcome !== 'booked') throw new Error(`a locked balance did not take a purchase: ${booked.outcome}`)
  const { id: purchaseId } = await work.tx
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
      took_stock: product !== null && kind === 'debit' && (await takeFromStock(work, product.id)),
      purchased_at: now,
      ledger_entry_id: booked.entryId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepAnswer(work, { ...sale, purchaseId, now })
  await seen(work, { memberId, at: now })
  await addJob(work, mailPurchaseJob, { purchaseId, occasion: kind === 'debit' ? 'bought' : 'paidIn' })
  const news = { memberId, product: words.product }
  return { outcome: 'booked', purchaseId, amountCents: signed(sale), balanceCents: booked.balanceCents, news }
}

/** Finds a sale that is asked for again, whatever has become of the member since. */
const findSoldBefore = async (work: Work, { sale, now }: { sale: MemberPurchase; now: Date }) =>
  sale.requestId === null
    ? takeLostSale(work, { ...sale, terms: sale, now })
    : findNamedSale(within(work), { ...sale, now })

/**
 * Decides with the member and the balance locked, so that what was true when the card was read is asked again, and two
 * machines never spend the same money, in whichever process.
 */
const sell = (ctx: Ctx, asked: CheckedRequest): Promise<PurchaseOutcome> =>
  record<PurchaseOutcome>(ctx, async (work) => {
    const memberId = await lockCardHolder(work, asked.card)
    if (memberId === null) return { result: unknownCard }
    const sale = { ...asked, memberId }
    const { kind } = sale
    const buyer = await findBuyer(within(work), sale)
    const balance = await lockBalance(work, memberId)
    const { balanceCents, lastPurchaseAt } = balance
    const now = ctx.now()
    const before = await findSoldBefore(work, { sale, now })
    if (before) return { result: again(before, sale) }
    if (buyer.memberId !== memberId) return { result: unknownCard }
    if (buyer.refusal !== null) return { result: refusedCard({ memberId, refusal: buyer.refusal }) }
    if (kind === 'debit' && !isCovered({ balanceCents, amountCents: signed(sale), floorCents })) {
      const card = { memberId, refusal: 'balanceTooLow' } as const
      return { result: { ...refused('insufficient_funds'), balanceCents, card } }
    }
    if (isTooSoon(lastPurchaseAt, now)) return { result: { outcome: 'tooSoon' } }
    const result = await book(work, { sale, buyer, balance, now })
    return { result, tell: result.outcome === 'booked' ? purchaseNotices(memberId) : [] }
  })

const decide = async (ctx: Ctx, asked: CheckedRequest): Promise<PurchaseOutcome> => {
  const { deviceId, card, amountCents } = asked
  const before = await findNamedSale(ctx, { ...asked, now: ctx.now() })
  if (before) return again(before, asked)
  const sold = await sell(ctx, asked)
  if (sold.outcome === 'refused' && sold.card) await recordRefusal(ctx, { deviceId, card, ...sold.card, amountCents })
  if (sold.outcome === 'refused' && sold.keeperId !== undefined) {
    await change(ctx, 'memberbucks.ownCreditRefused', async () => ({
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { memberIds: [sold.keeperId], amountCents },
      tell: stockNotices(),
    }))
  }
  return sold
}

/** A machine wants to sell something, or has taken money: booked when this resolves, with all that belongs to it, or not at all. */
export const bookPurchase = async (ctx: Ctx, wanted: PurchaseRequest): Promise<PurchaseOutcome> => {
  const { card } = wanted
  if (card === null) return refused('invalid_card_id')
  const amountCents = centsIn(wanted.amount)
  if (amountCents === null) return refused('invalid_amount')
  const asked = { ...wanted, card, amountCents }
  try {
    return await decide(ctx, asked)
  } catch (error) {
    // The same name for two sales at once: by now one of them is booked, and answers for both.
    if (!(error instanceof NameConflict)) throw error
    return decide(ctx, asked)
  }
}
