import type { CardDues, CardStanding } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { asCardPayment, findOpen, listRecentPayments } from './card-payments.ts'
import { useMethod } from './card-subscriptions.ts'
import { isStripeOn } from './client.ts'
import { asSavedMethod, findMethod } from './payment-methods.ts'

const findOpenInvoice = async (ctx: Ctx, subscriptionId: number): Promise<CardStanding['invoice']> => {
  const row = await ctx.db
    .selectFrom('stripe_invoices')
    .selectAll()
    .select(
      sql<boolean>`exists (select from provider_lines l join charges c on c.id = l.charge_id
        where l.invoice_ref = invoice_id and c.state = 'processing')`.as('isProcessing'),
    )
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('created_at')
    .executeTakeFirst()
  if (!row) return null
  return {
    dueCents: row.due_cents,
    currency: row.currency,
    payAt: row.hosted_url,
    needsConfirmation: row.needs_confirmation,
    isProcessing: row.isProcessing,
    failure: row.failure ?? '',
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    seenAt: row.seen_at.toISOString(),
  }
}

/** What a plan that is paid by card waits for: a card, a confirmation, another try. Null for other ways to pay. */
export const getCardStanding = async (ctx: Ctx, memberId: number): Promise<CardStanding | null> => {
  const current = await ctx.db
    .selectFrom('subscriptions')
    .select(['id', 'state', 'currency'])
    .where('member_id', '=', memberId)
    .where('collector', '=', 'stripe')
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  if (!current) return null
  const [method, invoice] = await Promise.all([findMethod(ctx, memberId), findOpenInvoice(ctx, current.id)])
  return {
    state: current.state,
    currency: current.currency,
    hasMethod: method !== undefined,
    invoice,
  }
}

/** Tries what an invoice of Stripe's waits for with the saved card. */
export const tryCardAgain = async (ctx: Ctx, memberId: number): Promise<CardStanding> => {
  const before = await getCardStanding(ctx, memberId)
  if (!before) throw new AppError('noPlan')
  if (!before.hasMethod) throw new AppError('noCard')
  await useMethod(ctx, { memberId })
  return (await getCardStanding(ctx, memberId)) ?? before
}

/** All that a member can pay by card now, whatever the way of their plan; nothing while cards are off. */
export const getCardDues = async (ctx: Ctx, memberId: number): Promise<CardDues> => {
  if (!(await isStripeOn(ctx))) return { standing: null, method: null, open: null, recent: [] }
  const [standing, method, open, recent] = await Promise.all([
    getCardStanding(ctx, memberId),
    findMethod(ctx, memberId),
    findOpen(ctx, memberId),
    listRecentPayments(ctx, memberId),
  ])
  return {
    standing,
    method: method ? asSavedMethod(method) : null,
    open: open && { amountCents: open.amountCents, currency: open.currency },
    // Why a try took nothing is said while it is open.
    recent: recent
      .filter(({ state, way }) => open !== null || state !== 'failed' || way !== 'automatic')
      .map(asCardPayment),
  }
}
