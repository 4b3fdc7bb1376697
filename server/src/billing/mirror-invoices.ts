import type { ChargeKind, PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { type Day, type DayRange, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import {
  type Charge,
  insertCharges,
  lockCharges,
  markProcessing,
  reopenCharge,
  splitCharge,
  voidCharge,
  writeOffCharge,
} from './charges.ts'
import { findCouponUse } from './coupon-uses.ts'
import { spendCredit } from './credit.ts'
import { bookPayment } from './payments.ts'
import { saveSubscriptions, type Subscription } from './subscription-row.ts'

/** A line of a provider's invoice. Amounts are positive; `credit` gives back days from the first of its own on. */
export type MirroredLine = {
  ref: string
  kind: ChargeKind | 'credit'
  amountCents: number
  discountCents: number
  period: DayRange | null
  planId: number | null
  description: string
}

export type MirroredPayment = {
  ref: string
  amountCents: number
  method: PaymentMethod
  paidOn: Day
}

export type MirroredInvoice = {
  ref: string
  currency: string
  dueOn: Day
  state: 'open' | 'processing' | 'paid' | 'void' | 'uncollectible'
  lines: readonly MirroredLine[]
  payments: readonly MirroredPayment[]
}

/** Gives back days from one on, for as much as the provider says; what was paid of them becomes credit. */
const giveBack = async (
  work: BillingWork,
  subscription: Subscription,
  { on, cents, reason }: { on: Day; cents: number; reason: string },
): Promise<void> => {
  let left = cents
  const isGivenBack = ({ period, state }: Charge) =>
    period !== null && period.to > on && state !== 'writtenOff' && state !== 'refunded'
  for (const charge of (await lockCharges(work, subscription.id)).filter(isGivenBack)) {
    const back = Math.min(left, charge.amountCents)
    left -= back
    if (charge.period && charge.period.from < on) {
      const laterId = await splitCharge(work, charge, { day: on, laterCents: back })
      const later = (await lockCharges(work, subscription.id)).find(({ id }) => id === laterId)
      if (later) await voidCharge(work, later, reason)
      continue
    }
    await voidCharge(work, charge, reason)
    const usedCents = charge.amountCents - back
    // Of the day itself the provider counts the hours.
    if (usedCents > 0) {
      const { id: _, paidCents: __, state: ___, ...same } = charge
      await insertCharges(work, [{ ...same, kind: 'other', period: null, amountCents: usedCents, discountCents: 0 }])
    }
  }
}

/** Days that are charged already are not charged again: such a line stands without days. */
const freePeriod = async (work: BillingWork, subscriptionId: number, period: DayRange | null) => {
  if (!period || period.from >= period.to) return null
  const charges = await lockCharges(work, subscriptionId)
  const isTaken = charges.some((one) => one.period && one.period.from < period.to && period.from < one.period.to)
  return isTaken ? null : period
}

const addCharge = async (
  work: BillingWork,
  subscription: Subscription,
  { invoice, line }: { invoice: MirroredInvoice; line: MirroredLine },
): Promise<number | null> => {
  const period = line.kind === 'period' ? await freePeriod(work, subscription.id, line.period) : null
  if (line.amountCents === 0 && period === null) return null
  const kind = line.kind === 'period' && period === null ? 'other' : line.kind === 'credit' ? 'other' : line.kind
  const { memberId } = subscription
  // The coupon of here makes a period cheaper there, and counts on wherever it is collected.
  const couponUseId = period && line.discountCents > 0 ? await findCouponUse(work, subscription) : null
  const [chargeId = 0] = await insertCharges(work, [
    {
      memberId,
      subscriptionId: subscription.id,
      planId: line.planId ?? subscription.planId,
      kind,
      period,
      description: line.description.slice(0, 200),
      amountCents: line.amountCents,
      discountCents: line.discountCents,
      currency: invoice.currency,
      dueOn: invoice.dueOn,
      ...(couponUseId !== null && { couponUseId, couponPeriods: 1 }),
    },
  ])
  noteEvent(work, 'billing.charged', { memberId, chargeId, amountCents: line.amountCents, period })
  if (period) subscription.chargedThrough = laterDay(subscription.chargedThrough, period.to)
  return chargeId
}

const mirrorLine = async (
  work: BillingWork,
  subscription: Subscription,
  { invoice, line }: { invoice: MirroredInvoice; line: MirroredLine },
): Promise<void> => {
  let chargeId: number | null = null
  if (line.kind === 'credit') {
    const on = line.period?.from ?? work.today
    await giveBack(work, subscription, { on, cents: line.amountCents, reason: 'planChanged' })
    if (subscription.chargedThrough > on) subscription.chargedThrough = on
  } else chargeId = await addCharge(work, subscription, { invoice, line })
  await work.tx
    .insertInto('provider_lines')
    .values({
      ref: line.ref,
      invoice_ref: invoice.ref,
      subscription_id: subscription.id,
      charge_id: chargeId,
      at: work.now,
    })
    .execute()
}

const listMirrored = async ({ tx }: BillingWork, subscriptionId: number) =>
  tx
    .selectFrom('provider_lines')
    .select(['ref', 'invoice_ref', 'charge_id'])
    .where('subscription_id', '=', subscriptionId)
    .execute()

/** The charges that an invoice became, as far as they were not cancelled. */
const chargesOf = async (work: BillingWork, subscriptionId: number, invoiceRef: string): Promise<Charge[]> => {
  const ids = new Set(
    (await listMirrored(work, subscriptionId)).flatMap(({ invoice_ref: ref, charge_id: id }) =>
      ref === invoiceRef && id !== null ? [id] : [],
    ),
  )
  return (await lockCharges(work, subscriptionId)).filter(({ id }) => ids.has(id))
}

const bookPayments = async (work: BillingWork, subscription: Subscription, invoice: MirroredInvoice): Promise<void> => {
  const { memberId } = subscription
  const chargeIds = (await chargesOf(work, subscription.id, invoice.ref)).map(({ id }) => id)
  for (const { ref, amountCents, method, paidOn } of invoice.payments) {
    const { currency } = invoice
    const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
    const paid = { memberId, amountCents, currency, method, paidOn, chargeIds, ...named }
    const { isNew } = await bookPayment(work, paid)
    // It was booked before, and what is open since was taken back since.
    if (!isNew) return
  }
  const unpaid = (await chargesOf(work, subscription.id, invoice.ref)).filter(({ state }) => state === 'open')
  const leftCents = unpaid.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0)
  if (leftCents === 0) return
  // The provider took it from what it owed the member, which we did not know of.
  const ref = `${invoice.ref}-credit`
  const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
  const { currency, dueOn } = invoice
  const paidOn = dueOn > work.today ? work.today : dueOn
  await bookPayment(work, { memberId, amountCents: leftCents, currency, method: 'other', paidOn, chargeIds, ...named })
}

const settleInvoice = async (
  work: BillingWork,
  subscription: Subscription,
  invoice: MirroredInvoice,
): Promise<void> => {
  const { memberId } = subscription
  const charges = await chargesOf(work, subscription.id, invoice.ref)
  const open = charges.filter(({ state }) => state === 'open')
  const processing = charges.filter(({ state }) => state === 'processing')
  if (invoice.state === 'void') for (const charge of charges) await voidCharge(work, charge, 'providerVoided')
  if (invoice.state === 'uncollectible') {
    for (const charge of processing) await reopenCharge(work, charge)
    for (const { id } of [...open, ...processing]) {
      const charge = (await lockCharges(work, subscription.id)).find((one) => one.id === id)
      if (charge) await writeOffCharge(work, charge, 'providerGaveUp')
    }
  }
  if (invoice.state === 'open') for (const charge of processing) await reopenCharge(work, charge)
  if (invoice.state === 'open' || invoice.state === 'processing') {
    const chargeIds = charges.map(({ id }) => id)
    await spendCredit(work, { memberId, currency: invoice.currency, chargeIds })
  }
  if (invoice.state === 'processing') {
    const still = await chargesOf(work, subscription.id, invoice.ref)
    await markProcessing(
      work,
      still.filter(({ state }) => state === 'open'),
    )
  }
  if (invoice.state === 'paid') await bookPayments(work, subscription, invoice)
}

/**
 * Brings the charges and payments of a subscription in line with an invoice of its provider. Done again, it changes
 * nothing; what the invoice's state is by then holds.
 */
export const mirrorInvoice = async (
  work: BillingWork,
  subscription: Subscription,
  invoice: MirroredInvoice,
): Promise<void> => {
  const known = new Set((await listMirrored(work, subscription.id)).map(({ ref }) => ref))
  const isNew = (line: MirroredLine) => !known.has(line.ref)
  if (invoice.state !== 'void') {
    // What is given back makes room for what is charged instead.
    const lines = invoice.lines
      .filter(isNew)
      .toSorted((a, b) => Number(b.kind === 'credit') - Number(a.kind === 'credit'))
    for (const line of lines) await mirrorLine(work, subscription, { invoice, line })
    if (lines.length > 0) await saveSubscriptions(work, [subscription])
  }
  await settleInvoice(work, subscription, invoice)
}
