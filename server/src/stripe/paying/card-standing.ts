import { randomUUID } from 'node:crypto'
import type { CardDues, CardStanding } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isStripeOn } from '../client.ts'
import { asSavedMethod, findMethod } from '../methods/payment-methods.ts'
import { asCardPayment, findOpen, listRecentPayments, payByCard } from './card-payments.ts'

/** What a plan that is paid by card waits for: a card, a confirmation, another try. Null for other ways to pay. */
export const getCardStanding = async (ctx: Ctx, memberId: number): Promise<CardStanding | null> => {
  const current = await ctx.db
    .selectFrom('subscriptions')
    .select(['state', 'currency'])
    .where('member_id', '=', memberId)
    .where('collector', '=', 'stripe')
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  if (!current) return null
  const method = await findMethod(ctx, memberId)
  return {
    state: current.state,
    currency: current.currency,
    hasMethod: method !== undefined,
  }
}

/** Tries what is open of a plan by card with the saved card. */
export const tryCardAgain = async (ctx: Ctx, memberId: number): Promise<CardStanding> => {
  const before = await getCardStanding(ctx, memberId)
  if (!before) throw new AppError('noPlan')
  if (!before.hasMethod) throw new AppError('noCard')
  const open = await findOpen(ctx, memberId)
  if (open) {
    const { amountCents } = open
    await payByCard(ctx, {
      memberId,
      amountCents,
      way: 'saved',
      idempotencyKey: `again ${ctx.requestId ?? randomUUID()}`,
    })
  }
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
