// The way of every payment of our own, whatever it is for: begun, on its way, and over.
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readOnly } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, changeBilling } from '../../billing/billing-work.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { finishPaymentJob } from '../job-names.ts'
import { isGone, latestChargeOf } from '../refunds/given-back.ts'
import type { DeclineFacts } from './decline-rules.ts'
import type { PaymentMove, SeenIntent } from './payment-purpose.ts'
import { purposes } from './payment-purposes.ts'
import {
  findByKey,
  insertPaymentRow,
  isOver,
  lockPayment,
  type NewStripePayment,
  type PurposeName,
  type StripePaymentRow,
  selectPayments,
} from './payment-rows.ts'

/** Those of a member beside which no other of the same purpose begins. */
export const listWaiting = (
  { db }: Pick<Ctx, 'db'>,
  { memberId, purpose }: { memberId: number; purpose: PurposeName },
): Promise<StripePaymentRow[]> => {
  const { states, countsPages } = purposes[purpose].waiting
  return selectPayments(db)
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('state', 'in', states)
    .$if(!countsPages, (found) => found.where('way', '<>', 'checkout'))
    .orderBy('id')
    .execute()
}

/** A request has so long before the job looks after what it left. */
const requestMs = 90_000

/**
 * Begins a payment, or finds the one that was begun with this key: in the caller's transaction its row, and the job that
 * finishes what is left of it. One at a time for each member and purpose, also of two clicks with different keys.
 */
export const openPayment = async (work: BillingWork, row: NewStripePayment): Promise<StripePaymentRow> => {
  const { purpose, member_id: memberId, amount_cents: amountCents, way, idempotency_key: key } = row
  await lockPayer(work, memberId)
  const db = readOnly(work.tx)
  const before = await findByKey({ db }, { memberId, purpose, key })
  if (before && (before.amount_cents !== amountCents || before.way !== way)) throw new AppError('keyReused')
  if (before) return before
  const { countsPages, refusal } = purposes[purpose].waiting
  const isBeside = way === 'checkout' && !countsPages
  if (!isBeside && (await listWaiting({ db }, { memberId, purpose })).length > 0) throw new AppError(refusal)
  const opened = await insertPaymentRow(work, row)
  const runAt = new Date(work.now.getTime() + requestMs)
  await addJob(work, finishPaymentJob, { paymentId: opened.id }, { runAt, key: `payment-${opened.id}` })
  purposes[purpose].note(work, { row: opened, step: 'started', data: { amountCents, way } })
  return opened
}

/** The state of a payment that has not succeeded. */
const stateOf = (row: StripePaymentRow, intent: Stripe.PaymentIntent): StripePaymentRow['state'] => {
  const { status, last_payment_error: error } = intent
  if (status === 'processing') return 'processing'
  if (status === 'canceled') return 'canceled'
  if (row.state === 'processing') return 'failed'
  // On Stripe's page a member may try again.
  if (row.way === 'checkout' || isOver(row.state)) return row.state
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'unconfirmed'
  return status === 'requires_payment_method' ? 'failed' : row.state
}

type PaymentStep = { row: StripePaymentRow; intent: Stripe.PaymentIntent }

/** Lets the owner of a payment follow where it goes, and says what its row becomes. */
const move = async (work: BillingWork, { row, to }: { row: StripePaymentRow; to: PaymentMove }) => {
  const { state, failure } = to
  const { note, follow } = purposes[row.purpose]
  const step = state === 'failed' ? 'failed' : 'changed'
  note(work, { row, step, data: { amountCents: row.amount_cents, state, ...(failure !== '' && { failure }) } })
  await follow(work, { row, move: to })
  return { state, failure, settled_at: isOver(state) ? work.now : null }
}

/** The money is there. */
const book = async (work: BillingWork, { row, intent }: PaymentStep) => {
  if (row.state === 'succeeded')
    work.ctx.log.error({ purpose: row.purpose, number: row.number }, 'stripe: a payment was made twice')
  const booked = await purposes[row.purpose].book(work, { row, intent })
  if (row.state === 'succeeded') return {}
  return {
    ...booked,
    state: 'succeeded' as const,
    intent_id: intent.id,
    failure: '',
    decline_code: '',
    advice_code: '',
    receipt_url: latestChargeOf(intent)?.receipt_url ?? '',
    settled_at: work.now,
  }
}

/** Money that has come in stays in; it goes out again as a refund or a dispute. */
const isBooked = (row: StripePaymentRow, intent: Stripe.PaymentIntent): boolean =>
  row.state === 'succeeded' && row.intent_id === intent.id

/** The row as it becomes by what Stripe says. */
const advance = async (work: BillingWork, { row, intent }: PaymentStep) => {
  if (isBooked(row, intent)) return {}
  if (intent.status === 'succeeded') return book(work, { row, intent })
  const isKnown = row.intent_id === intent.id
  const state = stateOf(row, intent)
  if (state === 'succeeded' || row.state === 'succeeded' || (row.intent_id !== null && !isKnown)) return {}
  if (state === row.state && isKnown) return {}
  const { message = '', ...decline } = intent.last_payment_error ?? {}
  const { decline_code: declineCode = '', advice_code: adviceCode = '' }: DeclineFacts = decline
  const moved = await move(work, { row, to: { state, failure: message.slice(0, 500), decline } })
  return { ...moved, intent_id: intent.id, decline_code: declineCode, advice_code: adviceCode }
}

const numberIn = (intent: Stripe.PaymentIntent, key: string): number | null => {
  const named = Number(intent.metadata[key])
  return Number.isSafeInteger(named) && named > 0 && named < 2_147_483_648 ? named : null
}

const findRowOf = (ctx: Ctx, intent: Stripe.PaymentIntent): Promise<StripePaymentRow | undefined> =>
  selectPayments(ctx.db)
    .where('customer_id', '=', typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? ''))
    .where((is) =>
      is.or([
        is('intent_id', '=', intent.id),
        ...keysOf(purposes).flatMap((purpose) => {
          const number = numberIn(intent, purposes[purpose].key)
          return number === null ? [] : [is.and([is('purpose', '=', purpose), is('number', '=', number)])]
        }),
      ]),
    )
    .executeTakeFirst()

const writeSeen = (ctx: Ctx, found: StripePaymentRow, { intent, seenAt }: SeenIntent): Promise<void> =>
  changeBilling(ctx, 'stripe.cardPaymentChanged', async (work) => {
    const row = await lockPayment(work, found)
    if (row.seen_at !== null && row.seen_at > seenAt) return
    const become = await advance(work, { row, intent })
    await work.tx
      .updateTable('stripe_payments')
      .set({ ...become, seen_at: seenAt })
      .where('id', '=', row.id)
      .execute()
  })

/** Writes what Stripe says of a payment, in any order and however often. False where it is none of these. */
export const applyIntent = async (ctx: Ctx, seen: SeenIntent, known?: StripePaymentRow): Promise<boolean> => {
  const { intent } = seen
  const found = known ?? (await findRowOf(ctx, intent))
  if (!found) return false
  if (!isBooked(found, intent)) await writeSeen(ctx, found, seen)
  // A payment that is booked only now has nothing gone back that Stripe does not say of it.
  const mayBeGone = found.state === 'succeeded' || isGone(intent)
  if (intent.status === 'succeeded' && mayBeGone) await purposes[found.purpose].giveBack(ctx, found, seen)
  return true
}

/** Ends a payment of which Stripe knows nothing, and never will. */
export const endPayment = (
  ctx: Ctx,
  { row: seen, ...to }: { row: StripePaymentRow; state: 'failed' | 'canceled'; failure: string },
): Promise<void> =>
  changeBilling(ctx, 'stripe.cardPaymentFailed', async (work) => {
    const row = await lockPayment(work, seen)
    if (row.state !== 'started' || row.intent_id !== null) return
    const become = await move(work, { row, to })
    await work.tx.updateTable('stripe_payments').set(become).where('id', '=', row.id).execute()
  })
