import { LedgerEntry, type Transaction } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { transactionTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { getMember } from '../members/summaries.ts'
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

const typeOf = (type: string) => LedgerEntry.shape.type.parse(type)

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
    type: transactionTypes[typeOf(row.type)],
    description: row.description,
    date: row.at.toISOString(),
  }))
}

export const getBilling = async (ctx: Ctx, memberId: number) => {
  const [, { balanceCents, lastPurchase }, transactions] = await Promise.all([
    getMember(ctx, memberId),
    getBalance(ctx, memberId),
    listTransactions(ctx, memberId),
  ])
  const card = { stripe_card_last_digits: '', stripe_card_expiry: '' }
  return { memberbucks: { balance: inUnits(balanceCents), ...card, transactions, lastPurchase } }
}

const actorName = sql<string | null>`case ledger_entries.actor_kind
  when 'member' then actor.first_name || ' ' || actor.last_name
  when 'device' then device.name end`

type EntryPage = { memberId: number; before?: number | undefined; limit: number }

const entryRows = (ctx: Ctx, { memberId, before, limit }: EntryPage) =>
  ctx.db
    .selectFrom('ledger_entries')
    .leftJoin('members as actor', 'actor.id', 'ledger_entries.actor_id')
    .leftJoin('devices as device', 'device.id', 'ledger_entries.device_id')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses_id', 'ledger_entries.id')
    .select([
      'ledger_entries.id',
      'ledger_entries.amount_cents',
      'ledger_entries.balance_cents',
      'ledger_entries.type',
      'ledger_entries.description',
      'ledger_entries.at',
      'ledger_entries.reverses_id',
      'reversal.id as reversal_id',
    ])
    .select(actorName.as('by'))
    .where('ledger_entries.member_id', '=', memberId)
    .$if(before !== undefined, (rows) => rows.where('ledger_entries.id', '<', before ?? 0))
    .orderBy('ledger_entries.id', 'desc')
    .limit(limit + 1)
    .execute()

/** The entries of a member for staff, newest first. */
export const listEntries = async (ctx: Ctx, page: EntryPage) => {
  const [, balance, rows] = await Promise.all([
    getMember(ctx, page.memberId),
    getBalance(ctx, page.memberId),
    entryRows(ctx, page),
  ])
  const entries = rows.slice(0, page.limit).map((row): LedgerEntry => ({
    id: row.id,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    type: typeOf(row.type),
    description: row.description,
    at: row.at.toISOString(),
    by: row.by,
    reverses: row.reverses_id,
    isReversed: row.reversal_id !== null,
  }))
  return { ...balance, entries, hasMore: rows.length > page.limit }
}
