import { type PaymentMethod, paymentMethodWords } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { bookEntry } from '../../memberbucks/ledger.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { allocate, dayToTakeOut, type MoneyMove, settle } from '../charges/allocations.ts'
import { enterCharges, lockCharge } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { mailPlanJob } from '../mails.ts'
import { lockPayer } from '../subscription-row.ts'
import {
  creditOf,
  enterTakings,
  type LeftOfPayment,
  leftOfPayment,
  type PaidCharge,
  spendCredit,
  spread,
} from './credit.ts'
import { insertPayment } from './payments.ts'
import { chargeBack } from './reversals.ts'

export type PaymentRefund = {
  paymentId: number
  amountCents: number
  /** How it is given back; `balance` puts it on the prepaid balance. */
  method: PaymentMethod
  reason: string
  /** When the money left; today unless it is said. */
  paidOn?: Day
  reference?: string
  /** Its name at the provider that gave it back; booked with the same name, nothing more is booked. */
  providerRef?: string
  /** Sent again with the same key, nothing more is booked. */
  idempotencyKey?: string
  /** Only what this charge got of the payment; otherwise credit comes first, then the newest charges. */
  chargeId?: number
  /** The days of a period that is given back as a whole go on counting as paid. */
  keepsAccess?: boolean
  /** Nothing is emailed, such as for what was given back long ago. */
  isSilent?: boolean
}

export type RefundOutcome = {
  /** The negative payment. */
  refundId: number
  memberId: number
  /** What of which charges was given back, and whether nothing is left of it. */
  refunded: readonly { chargeId: number; cents: number; isWhole: boolean }[]
  creditCents: number
  isNew: boolean
}

type RefundedPart = RefundOutcome['refunded'][number]

type Refundable = {
  payment: LeftOfPayment
  /** The part of it that is left over. */
  creditCents: number
  charges: PaidCharge[]
  /** The most that can be given back. */
  mostCents: number
}

/** What can be given back of a payment, altogether or of one charge. */
export const findRefundable = async (
  work: BillingWork,
  { paymentId, chargeId }: { paymentId: number; chargeId?: number | undefined },
): Promise<Refundable> => {
  const payment = await leftOfPayment(work, paymentId)
  if (payment.isReversed || payment.takenCents === payment.amountCents) throw new AppError('alreadyReversed')
  const charges = payment.charges.filter((one) => chargeId === undefined || one.chargeId === chargeId)
  const creditCents = chargeId === undefined ? payment.creditCents : 0
  return { payment, creditCents, charges, mostCents: charges.reduce((sum, { cents }) => sum + cents, creditCents) }
}

type TakenPart = Pick<PaymentRefund, 'paymentId' | 'reason' | 'keepsAccess'> & { taken: PaidCharge; moved: MoneyMove }

/**
 * Takes so much of a payment out of a charge. What was owed for is smaller then; what is still open, or asks for money
 * back, stays as it was and is owed.
 */
const takeOut = async (
  work: BillingWork,
  { paymentId, reason, keepsAccess = false, taken, moved }: TakenPart,
): Promise<RefundedPart> => {
  const { chargeId, cents } = taken
  const charge = await lockCharge(work, chargeId)
  const on = { ...moved, day: await dayToTakeOut(work, { paymentId, chargeId, day: moved.day }) }
  await allocate(work, [{ paymentId, chargeId, cents: -cents }], on)
  if (charge.kind === 'toPayBack') await settle(work, [chargeId])
  if (charge.state === 'open' || charge.state === 'processing' || charge.kind === 'toPayBack') {
    return { ...taken, isWhole: false }
  }
  await enterCharges(work, [{ chargeId, kind: 'refunded', amountCents: -cents }], on)
  work.refunded.push({ chargeId, cents, reason })
  const isWhole = charge.amountCents === cents
  if (isWhole && !(keepsAccess && charge.kind === 'period')) {
    const facts = { state: 'refunded', reason, paid_at: null } as const // narrows the words
    await work.tx.updateTable('charges').set(facts).where('id', '=', chargeId).execute()
  }
  return { ...taken, isWhole }
}

/** What was booked before with the same name or key. */
const findBooked = async ({ tx }: BillingWork, { providerRef, idempotencyKey }: PaymentRefund) => {
  const { rows } = await sql<{
    id: number
    refundsId: number | null
    amountCents: number
  }>`select id, refunds_id as "refundsId", amount_cents as "amountCents" from payments
    where provider_ref = ${providerRef ?? null}::text or idempotency_key = ${idempotencyKey ?? null}::text order by id limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** The money goes on the prepaid balance of the member. */
const bookOnBalance = async (
  work: BillingWork,
  { payment, refund }: { payment: LeftOfPayment; refund: PaymentRefund },
): Promise<number> => {
  if (payment.currency !== currencies[work.settings.SITE_LOCALE_CURRENCY]) {
    throw badField('method', 'The prepaid balance is in another currency.')
  }
  const booked = await bookEntry(work, {
    movement: {
      memberId: payment.memberId,
      amountCents: refund.amountCents,
      type: 'other',
      source: 'staff',
      contraAccount: 'dues',
      description: refund.reason.slice(0, 200),
      floorCents: null,
      ...(refund.paidOn !== undefined && { day: refund.paidOn }),
    },
  })
  if (booked.outcome !== 'booked') throw new Error('money that arrives needs no balance')
  return booked.entryId
}

/** Emails the member what came back and how, and which days they no longer have. */
const orderMail = async (
  work: BillingWork,
  told: PaymentRefund & { refundId: number; memberId: number; currency: string; endsDays: boolean },
) => {
  const plan = told.endsDays
    ? await work.tx
        .selectFrom('subscriptions')
        .select('given_back_until')
        .where('member_id', '=', told.memberId)
        .where('state', '<>', 'ended')
        .executeTakeFirst()
    : undefined
  const { SITE_LOCALE_CURRENCY: locale } = work.settings
  await addJob(work, mailPlanJob, {
    mail: 'paymentRefunded',
    memberId: told.memberId,
    refundId: told.refundId,
    facts: {
      amount: formatCents(told.amountCents, { locale, currency: told.currency }),
      name: paymentMethodWords[told.method],
      until: plan?.given_back_until ?? '',
    },
  })
}

/** The sum a provider gave back of a payment; it knows nothing of what staff gave back. */
const givenBackBy = async ({ tx }: BillingWork, paymentId: number): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select -coalesce(sum(amount_cents), 0)::int as cents from payments
    where refunds_id = ${paymentId} and provider_ref is not null`.execute(tx)
  return rows[0]?.cents ?? 0
}

type Source = { creditCents: number; parts: PaidCharge[]; restCents: number }

/** Where the money of a refund comes from: what was asked for, and where a provider gave more back, all that is left. */
const findSource = async (work: BillingWork, refund: PaymentRefund): Promise<Source> => {
  const { paymentId, amountCents, providerRef } = refund
  if (providerRef === undefined) {
    const { creditCents: most, charges, mostCents } = await findRefundable(work, refund)
    if (amountCents > mostCents) throw badField('amountCents', 'That is more than can be given back.')
    const creditCents = Math.min(amountCents, most)
    return { creditCents, ...spread(charges, amountCents - creditCents) }
  }
  const payment = await leftOfPayment(work, paymentId)
  if (amountCents > payment.amountCents - (await givenBackBy(work, paymentId))) {
    throw badField('amountCents', 'That is more than can be given back.')
  }
  const named = payment.charges.filter(({ chargeId }) => chargeId === refund.chargeId)
  const namedCents = named.reduce((sum, { cents }) => sum + cents, 0)
  const creditCents = Math.max(0, Math.min(amountCents - namedCents, payment.creditCents))
  const others = payment.charges.filter((charge) => !named.includes(charge))
  return { creditCents, ...spread([...named, ...others], amountCents - creditCents) }
}

/**
 * Gives money of a payment back to its member: what of it was left over first, then what it paid of the newest charges.
 * A charge that is given back as a whole counts as refunded, and its days no longer as paid; one that is given back in
 * part is smaller and stays paid. What a provider has given back is booked also where less was left: the member owes it.
 */
export const refundPayment = async (work: BillingWork, refund: PaymentRefund): Promise<RefundOutcome> => {
  const { paymentId, amountCents, method, reason, paidOn: day = work.today, providerRef, idempotencyKey } = refund
  if (day > work.today) throw badField('paidOn', 'This day has not come yet.')
  const { memberId } = await leftOfPayment(work, paymentId)
  await lockPayer(work, memberId)
  const payment = await leftOfPayment(work, paymentId)
  const { currency } = payment
  const before = await findBooked(work, refund)
  if (before) {
    if (before.refundsId !== paymentId || before.amountCents !== -amountCents) throw new AppError('keyReused')
    const creditCents = await creditOf(work, memberId, currency)
    return { refundId: before.id, memberId, refunded: [], creditCents, isNew: false }
  }
  if (day < payment.paidOn) throw badField('paidOn', 'The payment had not arrived by then.')
  const { parts, restCents } = await findSource(work, refund)
  const refundId = await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method,
    reference: refund.reference ?? payment.reference,
    note: reason,
    paidOn: day,
    refundsId: paymentId,
    ...(providerRef !== undefined && { providerRef }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(method === 'balance' && { ledgerEntryId: await bookOnBalance(work, { payment, refund }) }),
  })
  const moved = { takenById: refundId, day }
  const refunded: RefundedPart[] = []
  for (const taken of parts) refunded.push(await takeOut(work, { ...refund, taken, moved }))
  await enterTakings(work, refundId, [{ paymentId, cents: amountCents - restCents }])
  await chargeBack(work, { memberId, currency, cents: restCents, reason, moved })
  noteEvent(work, 'billing.refunded', { memberId, paymentId, refundId, amountCents, method, reason, refunded })
  if (restCents > 0) await spendCredit(work, { memberId, currency })
  await followPayer(work, memberId)
  const endsDays = refunded.some(({ isWhole }) => isWhole)
  if (!refund.isSilent) await orderMail(work, { ...refund, refundId, memberId, currency, endsDays })
  return { refundId, memberId, refunded, creditCents: await creditOf(work, memberId, currency), isNew: true }
}
