import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { recordedActor } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { allocate, settle } from './charges.ts'
import { followPayer } from './follow.ts'
import { lockPayer } from './subscription-row.ts'

export type NewPayment = {
  memberId: number
  /** Positive: money that arrived. */
  amountCents: number
  currency: string
  method: PaymentMethod
  reference?: string
  note?: string
  paidOn: Day
  /** Sent again with the same key, nothing more is booked. */
  idempotencyKey?: string
  /** The charges it pays first; then the oldest that are open. */
  chargeIds?: readonly number[]
  /** The movement of the balance it was taken from. */
  ledgerEntryId?: number
  /** Its name at the provider that took it; booked with the same name, nothing more is booked. */
  providerRef?: string
}

export type PaymentOutcome = {
  paymentId: number
  /** What of it paid which charges. */
  paid: readonly { chargeId: number; cents: number }[]
  /** What the member has left over now. */
  creditCents: number
  isNew: boolean
}

type CreditRow = { paymentId: number; cents: number }

/** Payments with what is left of them, oldest first. */
const listCredit = async ({ tx }: BillingWork, memberId: number, currency: string): Promise<CreditRow[]> =>
  (
    await sql<CreditRow>`select p.id as "paymentId",
        (p.amount_cents + coalesce(r.cents, 0) - coalesce(a.cents, 0))::int as cents
      from payments p
      left join lateral (select sum(amount_cents) as cents from payment_allocations where payment_id = p.id) a on true
      left join lateral (select sum(amount_cents) as cents from payments where refunds_id = p.id) r on true
      where p.member_id = ${memberId} and p.currency = ${currency} and p.amount_cents > 0
        and p.amount_cents + coalesce(r.cents, 0) > coalesce(a.cents, 0)
        and not exists (select from payments r where r.reverses_id = p.id)
      order by p.id`.execute(tx)
  ).rows

/** What a member has paid beyond their charges, in cents. */
export const creditOf = async ({ tx }: BillingWork, memberId: number, currency: string): Promise<number> => {
  const { rows } = await sql<{
    cents: number
  }>`select (coalesce(sum(p.amount_cents), 0) - coalesce(sum(a.cents), 0))::int
      as cents
    from payments p
    left join lateral (select sum(amount_cents) as cents from payment_allocations where payment_id = p.id) a on true
    where p.member_id = ${memberId} and p.currency = ${currency}`.execute(tx)
  return rows[0]?.cents ?? 0
}

type OwedRow = { chargeId: number; cents: number }

const listOwed = async (
  { tx }: BillingWork,
  { memberId, currency, chargeIds }: { memberId: number; currency: string; chargeIds: readonly number[] },
): Promise<OwedRow[]> =>
  (
    await sql<OwedRow>`select id as "chargeId", amount_cents - paid_cents as cents from charges
      where member_id = ${memberId} and currency = ${currency} and state in ('open', 'processing')
        and amount_cents > paid_cents
      order by id = any(${chargeIds}::int[]) desc, due_on, id limit 500 for update`.execute(tx)
  ).rows

/** Pays open charges with what is left over of a member's payments. Returns which charges got what. */
export const spendCredit = async (
  work: BillingWork,
  { memberId, currency, chargeIds = [] }: { memberId: number; currency: string; chargeIds?: readonly number[] },
): Promise<OwedRow[]> => {
  const credit = await listCredit(work, memberId, currency)
  if (credit.length === 0) return []
  // Credit that was given back is in no payment of its own, so it is taken off the sum.
  let left = await creditOf(work, memberId, currency)
  const spent: (OwedRow & { paymentId: number })[] = []
  const owed = await listOwed(work, { memberId, currency, chargeIds })
  for (const payment of credit) {
    for (const charge of owed) {
      const cents = Math.min(left, payment.cents, charge.cents)
      if (cents <= 0) continue
      spent.push({ paymentId: payment.paymentId, chargeId: charge.chargeId, cents })
      left -= cents
      payment.cents -= cents
      charge.cents -= cents
    }
  }
  await allocate(work, spent)
  await settle(
    work,
    spent.map(({ chargeId }) => chargeId),
  )
  return spent.map(({ chargeId, cents }) => ({ chargeId, cents }))
}

export const insertPayment = async (
  work: BillingWork,
  payment: NewPayment & { reversesId?: number; refundsId?: number },
): Promise<number> => {
  const { tx, ctx } = work
  const actor = recordedActor(ctx.actor)
  const { id } = await tx
    .insertInto('payments')
    .values({
      member_id: payment.memberId,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      method: payment.method,
      reference: payment.reference ?? '',
      note: payment.note ?? '',
      paid_on: payment.paidOn,
      at: ctx.now(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      reverses_id: payment.reversesId ?? null,
      refunds_id: payment.refundsId ?? null,
      idempotency_key: payment.idempotencyKey ?? null,
      ledger_entry_id: payment.ledgerEntryId ?? null,
      provider_ref: payment.providerRef ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const findByKey = async ({ tx }: BillingWork, key: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'member_id', 'amount_cents'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** Books money that arrived: it pays the named charges, then the oldest, and what is left over pays the next. */
export const bookPayment = async (work: BillingWork, payment: NewPayment): Promise<PaymentOutcome> => {
  const { memberId, amountCents, currency, method, paidOn, idempotencyKey: key, chargeIds = [] } = payment
  if (paidOn > work.today) throw badField('paidOn', 'This day has not come yet.')
  await lockPayer(work, memberId)
  const before = key === undefined ? undefined : await findByKey(work, key)
  if (before) {
    if (before.member_id !== memberId || before.amount_cents !== amountCents) throw new AppError('keyReused')
    return { paymentId: before.id, paid: [], creditCents: await creditOf(work, memberId, currency), isNew: false }
  }
  const paymentId = await insertPayment(work, payment)
  const paid = await spendCredit(work, { memberId, currency, chargeIds })
  noteEvent(work, 'billing.paid', { memberId, paymentId, amountCents, method, paid })
  await followPayer(work, memberId)
  return { paymentId, paid, creditCents: await creditOf(work, memberId, currency), isNew: true }
}

/** Takes a payment back: the charges it paid are open again, and due from today. */
export const reversePayment = async (
  work: BillingWork,
  { paymentId, reason, paidOn = work.today }: { paymentId: number; reason: string; paidOn?: Day },
): Promise<{ memberId: number; reversalId: number }> => {
  const found = await work.tx.selectFrom('payments').select('member_id').where('id', '=', paymentId).executeTakeFirst()
  if (!found) throw new AppError('notFound')
  const memberId = found.member_id
  await lockPayer(work, memberId)
  const payment = await work.tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  const reversal = await work.tx
    .selectFrom('payments')
    .select('id')
    .where('reverses_id', '=', paymentId)
    .executeTakeFirst()
  if (reversal || payment.amount_cents < 0) throw new AppError('alreadyReversed')
  const { rows: paid } = await sql<OwedRow>`select charge_id as "chargeId", sum(amount_cents)::int as cents
    from payment_allocations where payment_id = ${paymentId} group by charge_id having sum(amount_cents) <> 0
    order by charge_id`.execute(work.tx)
  const reversalId = await insertPayment(work, {
    memberId,
    amountCents: -payment.amount_cents,
    currency: payment.currency,
    method: paymentMethodOf(payment.method),
    reference: payment.reference,
    note: reason,
    paidOn,
    reversesId: paymentId,
  })
  await allocate(
    work,
    paid.map(({ chargeId, cents }) => ({ paymentId, chargeId, cents: -cents })),
  )
  await settle(
    work,
    paid.map(({ chargeId }) => chargeId),
  )
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents: payment.amount_cents, reason })
  await spendCredit(work, { memberId, currency: payment.currency })
  await followPayer(work, memberId)
  return { memberId, reversalId }
}

type TakenPart = { paymentId: number; amountCents: number; reason: string; providerRef: string }

/**
 * Takes a part of a payment back that its provider took: what was left over of it first, then what it paid of the newest
 * charges, which is open again and due from today.
 */
export const reversePart = async (work: BillingWork, part: TakenPart): Promise<void> => {
  const { paymentId, amountCents, reason, providerRef } = part
  const payment = await work.tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  const { member_id: memberId, currency } = payment
  await lockPayer(work, memberId)
  const { rows: paid } = await sql<OwedRow>`select a.charge_id as "chargeId", sum(a.amount_cents)::int as cents
    from payment_allocations a join charges c on c.id = a.charge_id where a.payment_id = ${paymentId}
    group by a.charge_id, c.period, c.id having sum(a.amount_cents) > 0
    order by lower(c.period) desc nulls last, c.id desc`.execute(work.tx)
  const left = (await listCredit(work, memberId, currency)).find((one) => one.paymentId === paymentId)
  let open = amountCents - Math.min(amountCents, left?.cents ?? 0)
  const taken = paid.map(({ chargeId, cents }) => {
    const back = Math.min(open, cents)
    open -= back
    return { paymentId, chargeId, cents: -back }
  })
  await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method: paymentMethodOf(payment.method),
    reference: payment.reference,
    note: reason,
    paidOn: work.today,
    refundsId: paymentId,
    providerRef,
  })
  const changed = taken.filter(({ cents }) => cents < 0)
  await allocate(work, changed)
  await settle(
    work,
    changed.map(({ chargeId }) => chargeId),
  )
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents, reason })
  await spendCredit(work, { memberId, currency })
  await followPayer(work, memberId)
}

const paymentMethodOf = (text: string) => text as PaymentMethod // checked by the table

/** Pays back what a member has left over, or a part of it. */
export const giveBackCredit = async (
  work: BillingWork,
  payment: Omit<NewPayment, 'chargeIds' | 'ledgerEntryId'>,
): Promise<{ paymentId: number; creditCents: number }> => {
  const { memberId, amountCents, currency } = payment
  await lockPayer(work, memberId)
  const credit = await creditOf(work, memberId, currency)
  if (amountCents > credit) throw badField('amountCents', 'That is more than the member has left over.')
  const paymentId = await insertPayment(work, { ...payment, amountCents: -amountCents })
  noteEvent(work, 'billing.paymentReversed', { memberId, paymentId, amountCents, reason: payment.note })
  return { paymentId, creditCents: credit - amountCents }
}
