import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { BillingWork } from '../../billing/billing-work.ts'
import { lockPayer } from '../../billing/subscription-row.ts'

export const paymentColumns = [
  'id',
  'number',
  'purpose',
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
  'decline_code',
  'advice_code',
  'try_number',
  'next_try_on',
  'receipt_url',
  'ledger_entry_id',
  'reversed_cents',
  'created_at',
  'seen_at',
] as const

export const selectPayments = (db: Pick<Ctx['db'], 'selectFrom'>) =>
  db.selectFrom('stripe_payments').select(paymentColumns)

/** A payment that the portal itself asks Stripe for. Its `number` is what Stripe, pages and clients know it by. */
export type StripePaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export type PurposeName = StripePaymentRow['purpose']

export const findPayment = (ctx: Pick<Ctx, 'db'>, id: number) =>
  selectPayments(ctx.db).where('id', '=', id).executeTakeFirst()

/** One of a member's own; another's is not found. */
export const findOwnPayment = (
  ctx: Pick<Ctx, 'db'>,
  { memberId, purpose, number }: { memberId: number; purpose: PurposeName; number: number },
): Promise<StripePaymentRow | undefined> =>
  selectPayments(ctx.db)
    .where('purpose', '=', purpose)
    .where('number', '=', number)
    .where('member_id', '=', memberId)
    .executeTakeFirst()

export const findByKey = (
  ctx: Pick<Ctx, 'db'>,
  { memberId, purpose, key }: { memberId: number; purpose: PurposeName; key: string },
): Promise<StripePaymentRow | undefined> =>
  selectPayments(ctx.db)
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export const findByCheckout = (ctx: Pick<Ctx, 'db'>, checkoutId: string): Promise<StripePaymentRow | undefined> =>
  selectPayments(ctx.db).where('checkout_id', '=', checkoutId).executeTakeFirst()

/** The database's clock, which several portals share: what was asked for earlier is not written over what was asked for later. */
export const dbNow = async (ctx: Ctx): Promise<Date> => {
  const [row] = await readRows(ctx, sql<{ at: Date }>`select clock_timestamp() as at`)
  return row?.at ?? ctx.now()
}

/** Also when it was read, by the clock of the database. */
export const findByIntent = (ctx: Pick<Ctx, 'db'>, intentId: string) =>
  selectPayments(ctx.db)
    .select(sql<Date>`clock_timestamp()`.as('readAt'))
    .where('intent_id', '=', intentId)
    .executeTakeFirst()

/** Less is not taken by Stripe. */
export const leastCents = 50

/** The same for a member in a statement: a payment that could still take what is owed. */
export const isMoneyUnderWay = (memberId: RawBuilder<unknown>) => sql`select from stripe_payments u
  where u.member_id = ${memberId} and u.purpose = 'dues' and u.state in ('started', 'unconfirmed')`

/** Locks a payment, and before it who pays. */
export const lockPayment = async (
  work: BillingWork,
  { id, member_id: memberId }: Pick<StripePaymentRow, 'id' | 'member_id'>,
): Promise<StripePaymentRow> => {
  await lockPayer(work, memberId)
  return selectPayments(work.tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Whether nothing more happens to it by itself: money that came in can still go out again. */
export const isOver = (state: StripePaymentRow['state']): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'canceled'

export type NewStripePayment = Pick<
  StripePaymentRow,
  'purpose' | 'member_id' | 'amount_cents' | 'currency' | 'customer_id' | 'idempotency_key'
> & { charge_ids?: number[] } & (
    | { way: 'saved' | 'automatic'; method_id: string; method_name: string }
    | { way: 'checkout'; method_id: null; method_name: '' }
  )

export const insertPaymentRow = ({ tx, now }: Work, row: NewStripePayment): Promise<StripePaymentRow> =>
  tx
    .insertInto('stripe_payments')
    .values({ ...row, created_at: now })
    .returning(paymentColumns)
    .executeTakeFirstOrThrow()
