import { type PaymentMethod, paymentMethodWords } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql } from 'kysely'
import { formatCents } from '#platform/format-money.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { bookEntry } from '../memberbucks/ledger.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { allocate, enterCharges, lockCharge } from './charges.ts'
import { followPayer } from './follow.ts'
import { mailPlanJob } from './mails.ts'
import { creditOf, insertPayment } from './payments.ts'
import { lockPayer } from './subscription-row.ts'

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

type RefundablePayment = {
  memberId: number
  amountCents: number
  currency: string
  reference: string
  isReversed: boolean
  /** Given back of it before. */
  refundedCents: number
}

const findPayment = async ({ tx }: BillingWork, paymentId: number): Promise<RefundablePayment> => {
  const { rows } =
    await sql<RefundablePayment>`select p.member_id as "memberId", p.amount_cents as "amountCents", p.currency,
      p.reference, exists (select from payments r where r.reverses_id = p.id) as "isReversed",
      (select -coalesce(sum(r.amount_cents), 0)::int from payments r where r.refunds_id = p.id) as "refundedCents"
    from payments p where p.id = ${paymentId}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('notFound')
  return row
}

type PaidCharge = { chargeId: number; cents: number }

/** What of a payment is in which charges, the newest period first. */
const listPaid = async ({ tx }: BillingWork, paymentId: number): Promise<PaidCharge[]> =>
  (
    await sql<PaidCharge>`select a.charge_id as "chargeId", sum(a.amount_cents)::int as cents
      from payment_allocations a join charges c on c.id = a.charge_id where a.payment_id = ${paymentId}
      group by a.charge_id, c.period, c.id having sum(a.amount_cents) > 0
      order by lower(c.period) desc nulls last, c.id desc`.execute(tx)
  ).rows

type Refundable = {
  payment: RefundablePayment
  /** What of it is left over, and still with the space. */
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
  const payment = await findPayment(work, paymentId)
  if (payment.amountCents < 0 || payment.isReversed) throw new AppError('alreadyReversed')
  const paid = await listPaid(work, paymentId)
  const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0)
  const unspent = payment.amountCents - payment.refundedCents - paidCents
  const left = await creditOf(work, payment.memberId, payment.currency)
  const charges = paid.filter((one) => chargeId === undefined || one.chargeId === chargeId)
  // Credit of theirs may have been given back already, without saying of which payment.
  const creditCents = chargeId === undefined ? Math.max(0, Math.min(unspent, left)) : 0
  return { payment, creditCents, charges, mostCents: charges.reduce((sum, { cents }) => sum + cents, creditCents) }
}

/** Takes so much of a payment out of a charge. What was owed for is smaller then; what is still open stays as it was. */
const takeOut = async (
  work: BillingWork,
  { paymentId, reason, keepsAccess = false, taken }: Omit<PaymentRefund, 'amountCents'> & { taken: PaidCharge },
): Promise<RefundedPart> => {
  const { chargeId, cents } = taken
  const charge = await lockCharge(work, chargeId)
  await allocate(work, [{ paymentId, chargeId, cents: -cents }])
  if (charge.state === 'open' || charge.state === 'processing') return { ...taken, isWhole: false }
  await enterCharges(work, [{ chargeId, kind: 'refunded', amountCents: -cents }])
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
  { payment, refund }: { payment: RefundablePayment; refund: PaymentRefund },
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
    },
  })
  if (booked.outcome !== 'booked') throw new Error('money that arrives needs no balance')
  return booked.entryId
}

/** Whether the whole of a payment was given back, which is more than that it was booked by mistake. */
export const isRefunded = async ({ tx }: BillingWork, paymentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('refunds_id', '=', paymentId)
    .where('reverses_id', '=', paymentId)
    .executeTakeFirst()) !== undefined

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

/**
 * Gives money of a payment back to its member: what of it was left over first, then what it paid of the newest charges.
 * A charge that is given back as a whole counts as refunded, and its days no longer as paid; one that is given back in
 * part is smaller and stays paid. What a provider has given back is booked also where the member had less left.
 */
export const refundPayment = async (work: BillingWork, refund: PaymentRefund): Promise<RefundOutcome> => {
  const { paymentId, amountCents, method, reason, paidOn = work.today, providerRef, idempotencyKey } = refund
  if (paidOn > work.today) throw badField('paidOn', 'This day has not come yet.')
  const { memberId, currency } = await findPayment(work, paymentId)
  await lockPayer(work, memberId)
  const before = await findBooked(work, refund)
  if (before) {
    if (before.refundsId !== paymentId || before.amountCents !== -amountCents) throw new AppError('keyReused')
    const creditCents = await creditOf(work, memberId, currency)
    return { refundId: before.id, memberId, refunded: [], creditCents, isNew: false }
  }
  const { payment, creditCents, charges, mostCents } = await findRefundable(work, refund)
  const limit = providerRef === undefined ? mostCents : payment.amountCents - payment.refundedCents
  if (amountCents > limit) throw badField('amountCents', 'That is more than can be given back.')
  const refundId = await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method,
    reference: refund.reference ?? payment.reference,
    note: reason,
    paidOn,
    refundsId: paymentId,
    ...(amountCents === payment.amountCents && payment.refundedCents === 0 && { reversesId: paymentId }),
    ...(providerRef !== undefined && { providerRef }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(method === 'balance' && { ledgerEntryId: await bookOnBalance(work, { payment, refund }) }),
  })
  let left = amountCents - Math.min(amountCents, creditCents)
  const refunded: RefundedPart[] = []
  for (const { chargeId, cents } of charges) {
    const taken = Math.min(left, cents)
    if (taken <= 0) break
    left -= taken
    refunded.push(await takeOut(work, { ...refund, taken: { chargeId, cents: taken } }))
  }
  noteEvent(work, 'billing.refunded', { memberId, paymentId, refundId, amountCents, method, reason, refunded })
  await followPayer(work, memberId)
  const endsDays = refunded.some(({ isWhole }) => isWhole)
  if (!refund.isSilent) await orderMail(work, { ...refund, refundId, memberId, currency, endsDays })
  return { refundId, memberId, refunded, creditCents: await creditOf(work, memberId, currency), isNew: true }
}
