import type { Transaction } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { readTypeOf } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { savedCard } from '../members/saved-card.ts'
import { getMember } from '../members/summaries.ts'
import { findMemberSubscription } from '../plans/member-plan.ts'
import { inUnits } from './rules.ts'

const lastTransactions = 100

/** A member's balance, and when they last bought something at a device; 0 and never without a balance. */
export const getBalance = async (ctx: Ctx, memberId: number) => {
  const row = await ctx.db
    .selectFrom('balances')
    .select(['balance_cents', 'last_purchase_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return { balanceCents: row?.balance_cents ?? 0, lastPurchase: row?.last_purchase_at?.toISOString() ?? null }
}

/** The last movements of a balance as existing clients read them. */
export const listTransactions = async (ctx: Ctx, memberId: number): Promise<Transaction[]> => {
  const rows = await ctx.db
    .selectFrom('ledger_entries')
    .select(['id', 'amount_cents', 'balance_cents', 'type', 'description', 'at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(lastTransactions)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: inUnits(row.amount_cents),
    balance: inUnits(row.balance_cents),
    type: readTypeOf[row.type],
    kind: row.type,
    // Existing clients show nothing else of a movement, so a top-up would be an empty line.
    description: row.description || readTypeOf[row.type],
    date: row.at.toISOString(),
  }))
}

export const getBilling = async (ctx: Ctx, memberId: number) => {
  const [, { balanceCents, lastPurchase }, transactions, subscription, saved] = await Promise.all([
    getMember(ctx, memberId),
    getBalance(ctx, memberId),
    listTransactions(ctx, memberId),
    findMemberSubscription(ctx, memberId),
    ctx.db
      .selectFrom('stripe_payment_methods')
      .select(['last4', 'exp_month', 'exp_year'])
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  ])
  const { last4, expiry } = savedCard(saved)
  const card = { stripe_card_last_digits: last4, stripe_card_expiry: expiry }
  const memberbucks = { balance: inUnits(balanceCents), ...card, transactions, lastPurchase }
  const billed = subscription && {
    ...subscription,
    plan: subscription.membershipPlan,
    endDate: subscription.currentPeriodEnd,
  }
  return { memberbucks, subscription: billed }
}
