import type { CurrencySum, TickResult } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { handMethods } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { fullName } from '#platform/shown-name.ts'
import { mayBookFor } from '../../memberbucks/rules.ts'
import { billingToday, type BillingWork, changeBilling } from '../billing-work.ts'
import { lockCharge, voidCharge } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { KeptAtStripeError, mustBeChargedHere } from '../kept-plans.ts'
import { creditOf, spendCredit } from '../payments/credit.ts'
import { bookPayment, giveBackCredit } from '../payments/payments.ts'
import { reversePayment } from '../payments/reversals.ts'
import { undoRefund } from '../payments/undone-refunds.ts'
import { lockPayer } from '../subscription-row.ts'
import { giveMoreTime } from '../subscriptions/subscriptions.ts'

/** Staff book for others. Administrators book for themselves as well, because they may be the only staff. */
export const checkOther = (ctx: Ctx, memberId: number): void => {
  if (!mayBookFor(ctx.actor, memberId)) throw new AppError('ownPayment')
}

const ownerOf = async (
  { tx }: BillingWork,
  { table, id }: { table: 'charges' | 'payments'; id: number },
): Promise<number> => {
  const row = await tx.selectFrom(table).select('member_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row.member_id
}

type ArrivedPayment = { method: (typeof handMethods)[number]; paidOn: Day; reference: string }

type TickedCharge = { chargeId: number; amountCents: number; idempotencyKey: string }

type TickOutcome =
  | { outcome: 'booked'; currency: string }
  | { outcome: TickResult['skipped'][number]['reason']; memberName: string }

const nameOf = async ({ tx }: { tx: Pick<Ctx['db'], 'selectFrom'> }, memberId: number): Promise<string> => {
  const row = await tx
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return fullName(row)
}

const findBooked = ({ tx }: BillingWork, key: string) =>
  tx.selectFrom('payments').select('currency').where('idempotency_key', '=', key).executeTakeFirst()

/** Books one charge as paid, if it is still what its reader saw: of two who tick it off at once, one books. */
const tickOne = (
  ctx: Ctx,
  { ticked, arrived }: { ticked: TickedCharge; arrived: ArrivedPayment },
): Promise<TickOutcome> =>
  changeBilling(ctx, 'billing.paid', async (work): Promise<TickOutcome> => {
    const { chargeId, amountCents, idempotencyKey } = ticked
    const memberId = await ownerOf(work, { table: 'charges', id: chargeId })
    if (!mayBookFor(ctx.actor, memberId)) return { outcome: 'ownPayment', memberName: await nameOf(work, memberId) }
    await lockPayer(work, memberId)
    const before = await findBooked(work, idempotencyKey)
    if (before) return { outcome: 'booked', currency: before.currency }
    const { state, amountCents: asked, paidCents, currency } = await lockCharge(work, chargeId)
    if (state !== 'open' || asked - paidCents !== amountCents) {
      return { outcome: 'changed', memberName: await nameOf(work, memberId) }
    }
    await mustBeChargedHere(work, { memberId, isPaying: true })
    await bookPayment(work, { memberId, amountCents, currency, ...arrived, idempotencyKey, chargeIds: [chargeId] })
    return { outcome: 'booked', currency }
  })

export const checkDay = async (ctx: Ctx, paidOn: Day): Promise<void> => {
  const today = await billingToday(ctx)
  if (paidOn > today) throw badField('paidOn', 'This day has not come yet.')
  if (paidOn < addDays(today, -3660)) throw badField('paidOn', 'That is more than ten years ago.')
}

/** Adds an amount to that of its currency. */
export const addSum = (sums: CurrencySum[], { currency, cents }: CurrencySum): void => {
  const sum = sums.find((one) => one.currency === currency)
  if (sum) sum.cents += cents
  else sums.push({ currency, cents })
}

/** The member whose plan Stripe has to keep, so that nothing was booked for them. */
const nameKept = async (ctx: Ctx, error: unknown): Promise<TickOutcome> => {
  if (!(error instanceof KeptAtStripeError)) throw error
  return { outcome: 'keptAtStripe', memberName: await nameOf({ tx: ctx.db }, error.kept.memberId) }
}

/** Books charges as paid, each in a transaction of its own. Those that changed meanwhile are named and left alone. */
export const tickOff = async (
  ctx: Ctx,
  { charges, ...arrived }: ArrivedPayment & { charges: TickedCharge[] },
): Promise<TickResult> => {
  await checkDay(ctx, arrived.paidOn)
  const result: TickResult = { booked: 0, sums: [], skipped: [] }
  for (const ticked of charges) {
    const done = await tickOne(ctx, { ticked, arrived }).catch((error: unknown) => nameKept(ctx, error))
    if (done.outcome === 'booked') {
      result.booked += 1
      addSum(result.sums, { currency: done.currency, cents: ticked.amountCents })
    } else result.skipped.push({ chargeId: ticked.chargeId, memberName: done.memberName, reason: done.outcome })
  }
  return result
}

/** The currency a member pays in: that of their newest charge, or the space's. */
export const currencyOf = async (
  db: Pick<Ctx['db'], 'selectFrom'>,
  { memberId, settings }: { memberId: number; settings: Settings },
) => {
  const newest = await db
    .selectFrom('charges')
    .select('currency')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.currency ?? currencies[settings.SITE_LOCALE_CURRENCY]
}

const checkCharges = async (
  { tx }: BillingWork,
  wanted: { memberId: number; chargeIds: readonly number[]; currency: string },
) => {
  const chargeIds = [...new Set(wanted.chargeIds)]
  if (chargeIds.length === 0) return
  const found = await tx
    .selectFrom('charges')
    .select('currency')
    .where('id', 'in', chargeIds)
    .where('member_id', '=', wanted.memberId)
    .execute()
  if (found.length < chargeIds.length) throw badField('chargeIds', 'A charge belongs to another member.')
  if (found.some(({ currency }) => currency !== wanted.currency)) {
    throw badField('chargeIds', 'A charge is in another currency than the payment.')
  }
}

type HandPayment = ArrivedPayment & {
  memberId: number
  amountCents: number
  currency?: string | undefined
  note: string
  chargeIds: number[]
  idempotencyKey: string
}

/** Books what a member paid: a part of a charge, several at once, or more than they owe. */
export const bookByHand = async (
  ctx: Ctx,
  payment: HandPayment,
): Promise<{ paymentId: number; creditCents: number }> => {
  const { memberId } = payment
  checkOther(ctx, memberId)
  await checkDay(ctx, payment.paidOn)
  return changeBilling(ctx, 'billing.paid', async (work) => {
    await lockPayer(work, memberId)
    await mustBeChargedHere(work, { memberId, isPaying: true })
    const currency = payment.currency ?? (await currencyOf(work.tx, { memberId, settings: work.settings }))
    await checkCharges(work, { ...payment, currency })
    const { paymentId } = await bookPayment(work, { ...payment, currency })
    return { paymentId, creditCents: await creditOf(work, memberId, currency) }
  })
}

type ReasonInput = { reason: string }

/** Cancels a charge that should not have been. */
export const voidByHand = (ctx: Ctx, { chargeId, reason }: ReasonInput & { chargeId: number }): Promise<void> =>
  changeBilling(ctx, 'billing.voided', async (work) => {
    const memberId = await ownerOf(work, { table: 'charges', id: chargeId })
    checkOther(ctx, memberId)
    await lockPayer(work, memberId)
    await mustBeChargedHere(work, { memberId, isPaying: true })
    const charge = await lockCharge(work, chargeId)
    await voidCharge(work, charge, reason)
    await spendCredit(work, { memberId, currency: charge.currency })
    await followPayer(work, memberId)
  })

const isHandMethod = (method: string): boolean => handMethods.some((known) => known === method)

/** Takes back a payment that was booked by hand. What came from a balance, a card or a debit goes back another way. */
export const reverseByHand = async (
  ctx: Ctx,
  { paymentId, reason, paidOn }: ReasonInput & { paymentId: number; paidOn?: Day | undefined },
): Promise<void> => {
  if (paidOn !== undefined) await checkDay(ctx, paidOn)
  await changeBilling(ctx, 'billing.paymentReversed', async (work) => {
    const memberId = await ownerOf(work, { table: 'payments', id: paymentId })
    checkOther(ctx, memberId)
    const { method } = await work.tx
      .selectFrom('payments')
      .select('method')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    if (!isHandMethod(method)) throw badField('reason', 'Only payments that staff booked by hand are reversed here.')
    await reversePayment(work, { paymentId, reason, paidOn })
  })
}

/** Takes back a refund, or credit given back, that was booked by mistake. */
export const undoRefundByHand = async (
  ctx: Ctx,
  { paymentId, ...undo }: ReasonInput & { paymentId: number; paidOn?: Day | undefined },
): Promise<void> => {
  if (undo.paidOn !== undefined) await checkDay(ctx, undo.paidOn)
  await changeBilling(ctx, 'billing.refundUndone', async (work) => {
    checkOther(ctx, await ownerOf(work, { table: 'payments', id: paymentId }))
    await undoRefund(work, { refundId: paymentId, ...undo })
  })
}

/** Books that credit left again. Sent twice with one key, it is booked once. */
export const giveBackByHand = async (
  ctx: Ctx,
  given: ArrivedPayment &
    ReasonInput & { memberId: number; amountCents: number; currency?: string | undefined; idempotencyKey: string },
): Promise<{ paymentId: number; creditCents: number }> => {
  const { memberId, amountCents, currency: wanted, reason: note, ...arrived } = given
  checkOther(ctx, memberId)
  await checkDay(ctx, given.paidOn)
  return changeBilling(ctx, 'billing.paymentReversed', async (work) => {
    await lockPayer(work, memberId)
    const before = await work.tx
      .selectFrom('payments')
      .select(['id', 'member_id', 'amount_cents', 'currency'])
      .where('idempotency_key', '=', given.idempotencyKey)
      .executeTakeFirst()
    if (before) {
      if (before.member_id !== memberId || before.amount_cents !== -amountCents) throw new AppError('keyReused')
      return { paymentId: before.id, creditCents: await creditOf(work, memberId, before.currency) }
    }
    const currency = wanted ?? (await currencyOf(work.tx, { memberId, settings: work.settings }))
    return giveBackCredit(work, { memberId, amountCents, currency, note, ...arrived })
  })
}

const longestDays = 366

/** Lets a member in until a day, whatever is open. */
export const giveTime = async (ctx: Ctx, { memberId, until }: { memberId: number; until: Day }): Promise<void> => {
  checkOther(ctx, memberId)
  const latest = addDays(await billingToday(ctx), longestDays)
  if (until > latest) throw badField('until', 'At most a year from now.')
  await changeBilling(ctx, 'billing.moreTimeGiven', (work) => giveMoreTime(work, { memberId, until }))
}
