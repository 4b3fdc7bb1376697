import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { VendingReason } from '@spacekeeper/contract/vending/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, readOnly, record } from '#platform/db/change.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { addJob } from '#platform/jobs/add-job.ts'
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

/** Whose screens show that something was bought, or given back. */
export const purchaseNotices = (memberId: number) => [...balanceNotices(memberId), ...stockNotices()]

type RequestName = { deviceId: number; requestId: string; card: string }

const requestRow = selectOnce((db, given: RequestName) =>
  db
    .selectFrom('purchases as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .select(['p.kind', 'p.amount_cents', 'p.product_external_id', 'e.balance_cents'])
    // The member's card, even if it was lost or retired since.
    .select(
      sql<boolean>`exists (select from cards c where c.member_id = p.member_id and c.number = ${given.card})`.as(
        'is_own_card',
      ),
    )
    .where('p.device_id', '=', given.deviceId)
    .where('p.request_id', '=', given.requestId),
)

export type BookedRequest = PurchaseTerms & { balanceCents: number; isOwnCard: boolean }

/** What a machine has bought under this name already. */
export const findRequest = async (reader: Pick<Ctx, 'db'>, named: RequestName): Promise<BookedRequest | null> => {
  const row = await requestRow.first(reader, named)
  if (!row) return null
  return {
    kind: row.kind,
    amountCents: row.amount_cents,
    externalId: row.product_external_id,
    balanceCents: row.balance_cents,
    isOwnCard: row.is_own_card,
  }
}

export const findRequestIn = ({ tx }: Work, named: RequestName) => findRequest({ db: readOnly(tx) }, named)

/** What a machine asks for; `amount` as it said it. */
export type PurchaseRequest = {
  deviceId: number
  kind: 'debit' | 'credit'
  card: string | null
  amount: unknown
  description: string
  externalId: string | null
  requestId: string | null
}

export type PurchaseOutcome =
  /** `amountCents` is negative for a debit. `news` is null where it was booked before. */
  | {
      outcome: 'booked'
      amountCents: number
      balanceCents: number
      news: { memberId: number; product: string | null } | null
    }
  /** `card`: what was wrong with it, where that is the reason. */
  | { outcome: 'refused'; reason: VendingReason; balanceCents?: number; card?: RefusedCard; isOwnCredit?: true }
  | { outcome: 'tooSoon' }

type RefusedCard = { memberId: number | null; refusal: Refusal }

type CheckedRequest = PurchaseTerms &
  Pick<PurchaseRequest, 'deviceId' | 'description' | 'requestId'> & { card: string; buyer: Buyer }

type MemberPurchase = CheckedRequest & { memberId: number }

const refused = (reason: VendingReason) => ({ outcome: 'refused', reason }) as const satisfies PurchaseOutcome

const signed = ({ kind, amountCents }: PurchaseTerms) => (kind === 'debit' ? -amountCents : amountCents)

/** The answer to what was bought before under the same name: the same, or that it was something else. */
const again = (before: BookedRequest, asked: PurchaseTerms): PurchaseOutcome =>
  before.isOwnCard && isSameRequest(before, asked)
    ? { outcome: 'booked', amountCents: signed(before), balanceCents: before.balanceCents, news: null }
    : refused('request_id_reused')

const book = async (
  work: Work,
  input: { sale: MemberPurchase; balance: LockedBalance; now: Date },
): Promise<PurchaseOutcome> => {
  const { sale, balance, now } = input
  const { deviceId, memberId, kind, amountCents, externalId, requestId, buyer } = sale
  const product = externalId === null ? null : await findProduct(work, { deviceId, externalId })
  if (product === undefined) return refused('invalid_product_external_id')
  if (kind === 'credit') {
    if (await isKeeper(work, { deviceId, memberId })) return { ...refused('invalid_card_id'), isOwnCredit: true }
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
  const { id } = await work.tx
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
      request_id: requestId,
      purchased_at: now,
      ledger_entry_id: booked.entryId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await seen(work, { memberId, at: now })
  await addJob(work, mailPurchaseJob, { purchaseId: id, occasion: kind === 'debit' ? 'bought' : 'paidIn' })
  const news = { memberId, product: words.product }
  return { outcome: 'booked', amountCents: signed(sale), balanceCents: booked.balanceCents, news }
}

/** Decides with the balance locked, so that two machines never spend the same money, in whichever process. */
const sell = (ctx: Ctx, sale: MemberPurchase): Promise<PurchaseOutcome> =>
  record(ctx, async (work) => {
    const { deviceId, memberId, kind, card, requestId } = sale
    const balance = await lockBalance(work, memberId)
    const { balanceCents, lastPurchaseAt } = balance
    const now = ctx.now()
    const before = requestId === null ? null : await findRequestIn(work, { deviceId, requestId, card })
    if (before) return { result: again(before, sale) }
    if (kind === 'debit' && !isCovered({ balanceCents, amountCents: signed(sale), floorCents })) {
      return { result: { outcome: 'refused', reason: 'insufficient_funds', balanceCents } }
    }
    if (isTooSoon(lastPurchaseAt, now)) return { result: { outcome: 'tooSoon' } }
    const result = await book(work, { sale, balance, now })
    return { result, tell: result.outcome === 'booked' ? purchaseNotices(memberId) : [] }
  })

const decide = async (ctx: Ctx, asked: CheckedRequest): Promise<PurchaseOutcome> => {
  const { deviceId, requestId, card, buyer, amountCents } = asked
  const { memberId } = buyer
  const before = requestId === null ? null : await findRequest(ctx, { deviceId, requestId, card })
  if (before) return again(before, asked)
  if (buyer.refusal !== null || memberId === null) {
    const refusal = buyer.refusal ?? 'unknownCard'
    await recordRefusal(ctx, { deviceId, card, memberId, refusal })
    return { ...refused('invalid_card_id'), card: { memberId, refusal } }
  }
  const sold = await sell(ctx, { ...asked, memberId })
  if (sold.outcome === 'refused' && sold.isOwnCredit) {
    await change(ctx, 'memberbucks.ownCreditRefused', async () => ({
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { memberIds: [memberId], amountCents },
      tell: stockNotices(),
    }))
  }
  if (sold.outcome === 'refused' && sold.reason === 'insufficient_funds') {
    await recordRefusal(ctx, { deviceId, card, memberId, refusal: 'balanceTooLow', amountCents })
    return { ...sold, card: { memberId, refusal: 'balanceTooLow' } }
  }
  return sold
}

const uniqueViolation = '23505'

/** A machine wants to sell something, or has taken money: booked when this resolves, with all that belongs to it, or not at all. */
export const bookPurchase = async (ctx: Ctx, wanted: PurchaseRequest): Promise<PurchaseOutcome> => {
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
