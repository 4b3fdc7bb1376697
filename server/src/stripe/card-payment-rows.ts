import type { CardPayment } from '@spacekeeper/contract/stripe/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readOnly, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing/billing-work.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import { finishCardPaymentJob } from './job-names.ts'

const columns = [
  'id',
  'member_id',
  'charge_ids',
  'amount_cents',
  'currency',
  'way',
  'state',
  'customer_id',
  'method_id',
  'method_name',
  'intent_id',
  'checkout_id',
  'idempotency_key',
  'failure',
  'created_at',
  'seen_at',
] as const

const selectPayments = (db: Pick<Ctx['db'], 'selectFrom'>) => db.selectFrom('card_payments').select(columns)

export type CardPaymentRow = NonNullable<Awaited<ReturnType<typeof findCardPayment>>>

export const findCardPayment = (ctx: Pick<Ctx, 'db'>, id: number) =>
  selectPayments(ctx.db).where('id', '=', id).executeTakeFirst()

export const findByKey = (ctx: Pick<Ctx, 'db'>, input: { memberId: number; key: string }) =>
  selectPayments(ctx.db)
    .where('member_id', '=', input.memberId)
    .where('idempotency_key', '=', input.key)
    .executeTakeFirst()

export const findByCheckout = (ctx: Pick<Ctx, 'db'>, checkoutId: string) =>
  selectPayments(ctx.db).where('checkout_id', '=', checkoutId).executeTakeFirst()

export const lockCardPayment = ({ tx }: Work, id: number) =>
  tx.selectFrom('card_payments').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const asCardPayment = (row: CardPaymentRow): CardPayment => ({
  id: row.id,
  amountCents: row.amount_cents,
  currency: row.currency,
  way: row.way,
  state: row.state,
  method: row.method_name,
  failure: row.failure,
  at: row.created_at.toISOString(),
})

/** Those that could still take money, oldest first. */
export const listUndecided = (ctx: Pick<Ctx, 'db'>, memberId: number): Promise<CardPaymentRow[]> =>
  selectPayments(ctx.db)
    .where('member_id', '=', memberId)
    .where('state', 'in', ['started', 'unconfirmed'])
    .orderBy('id')
    .limit(20)
    .execute()

const dayMs = 86_400_000

/** Those of interest to the member: under way, or failed within a day and not tried again since. */
export const listRecentPayments = async (ctx: Ctx, memberId: number): Promise<CardPaymentRow[]> => {
  const rows = await selectPayments(ctx.db)
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(ctx.now().getTime() - 30 * dayMs))
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const isOfInterest = (row: CardPaymentRow, at: number): boolean => {
    if (row.state === 'processing' || row.state === 'unconfirmed') return true
    if (row.state === 'started') return row.way === 'saved'
    return row.state === 'failed' && at === 0 && ctx.now().getTime() - row.created_at.getTime() < dayMs
  }
  return rows.filter(isOfInterest)
}

type PayableCharge = { id: number; cents: number; currency: string }

/** Less is not taken by Stripe. */
const leastCents = 50

/** What is open and no invoice of Stripe's asks for, in the currency of the oldest. Null where that is nothing. */
const sumUp = (charges: readonly PayableCharge[]) => {
  const [first] = charges
  if (!first) return null
  const same = charges.filter(({ currency }) => currency === first.currency)
  const amountCents = same.reduce((sum, { cents }) => sum + cents, 0)
  if (amountCents < leastCents) return null
  return { amountCents, currency: first.currency, chargeIds: same.map(({ id }) => id) }
}

const payableCharges = (
  memberId: number,
) => sql<PayableCharge>`select c.id, c.amount_cents - c.paid_cents as cents, c.currency
  from charges c where c.member_id = ${memberId} and c.state = 'open' and c.amount_cents > c.paid_cents
    and not exists (select from provider_lines l join stripe_invoices i on i.invoice_id = l.invoice_ref
      where l.charge_id = c.id and i.status = 'open')
  order by c.due_on, c.id limit 100`

export const findOpen = async (ctx: Ctx, memberId: number) => sumUp(await readRows(ctx, payableCharges(memberId)))

/** A request has so long before the job looks after what it left. */
const requestMs = 90_000

export type NewCardPaymentRow = Pick<
  CardPaymentRow,
  'member_id' | 'amount_cents' | 'customer_id' | 'idempotency_key' | 'way' | 'method_id' | 'method_name'
>

const insertPayment = async (
  work: BillingWork,
  row: NewCardPaymentRow & { currency: string; charge_ids: number[] },
): Promise<CardPaymentRow> => {
  const { tx, now } = work
  const inserted = await tx
    .insertInto('card_payments')
    .values({ ...row, created_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const runAt = new Date(now.getTime() + requestMs)
  await addJob(
    work,
    finishCardPaymentJob,
    { cardPaymentId: inserted.id },
    { runAt, key: `card-payment-${inserted.id}` },
  )
  return inserted
}

/** Begins a payment of what is open, if that is what the member read; one at a time for each member. */
export const openCardPayment = (ctx: Ctx, row: NewCardPaymentRow): Promise<CardPaymentRow> =>
  changeBilling(ctx, 'stripe.cardPaymentStarted', async (work) => {
    const { member_id: memberId, amount_cents: amountCents, idempotency_key: key } = row
    await lockPayer(work, memberId)
    const within = { db: readOnly(work.tx) }
    const before = await findByKey(within, { memberId, key })
    if (before) return before
    if ((await listUndecided(within, memberId)).length > 0) throw new AppError('paymentWaiting')
    const open = sumUp((await payableCharges(memberId).execute(work.tx)).rows)
    if (open?.amountCents !== amountCents) throw new AppError('amountsChanged')
    const inserted = await insertPayment(work, { ...row, currency: open.currency, charge_ids: open.chargeIds })
    noteEvent(work, 'stripe.cardPaymentStarted', { memberId, cardPaymentId: inserted.id, amountCents, way: row.way })
    return inserted
  })

/** Ends a payment of which Stripe knows nothing, and never will. */
export const endCardPayment = (ctx: Ctx, input: { id: number; state: 'failed' | 'canceled'; failure: string }) =>
  changeBilling(ctx, 'stripe.cardPaymentFailed', async (work) => {
    const row = await lockCardPayment(work, input.id)
    if (row.state !== 'started' || row.intent_id !== null) return
    const { state, failure } = input
    await work.tx
      .updateTable('card_payments')
      .set({ state, failure, settled_at: ctx.now() })
      .where('id', '=', row.id)
      .execute()
    const { member_id: memberId, amount_cents: amountCents } = row
    noteEvent(work, 'stripe.cardPaymentFailed', { memberId, cardPaymentId: row.id, amountCents, failure })
  })
