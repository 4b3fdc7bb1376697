import type { Refusal } from '@spacekeeper/contract/doors.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readOnly, type Tx } from '#platform/db/change.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { refusalOf } from '../doors/rules.ts'
import type { CreditRule, Request } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

const buyerRow = selectOnce((db, given: { deviceId: number; card: string }) =>
  db
    .selectFrom('devices as d')
    .leftJoin('cards as c', (on) => on.on('c.number', '=', given.card).on('c.state', '=', 'active'))
    .leftJoin('members as m', 'm.id', 'c.member_id')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['d.name', 'd.is_locked_out', 'd.max_credit_cents', 'd.max_daily_credit_cents'])
    .select((is) => is.and([is('d.removed_at', 'is', null), is('d.is_authorised', '=', true)]).as('is_in_use'))
    .select(['m.id as member_id', 'm.state', 'm.suspended_at', 'b.balance_cents'])
    .where('d.id', '=', given.deviceId),
)

export type Buyer = {
  deviceName: string
  credit: CreditRule
  memberId: number | null
  balanceCents: number
  /** Why nothing is sold to him here, whatever it costs. A vending machine asks for no grant and no visit. */
  refusal: Refusal | null
}

/** Whose card this is, and whether he may buy at this machine. */
export const findBuyer = async (ctx: Ctx, input: { deviceId: number; card: string }): Promise<Buyer> => {
  const row = await buyerRow.first(ctx, input)
  const credit = {
    maxCreditCents: row?.max_credit_cents ?? null,
    maxDailyCreditCents: row?.max_daily_credit_cents ?? null,
  }
  const common = { deviceName: row?.name ?? '', credit }
  if (!row || row.member_id === null || row.state === null) {
    return { ...common, memberId: null, balanceCents: 0, refusal: 'unknownCard' }
  }
  const refusal = refusalOf({
    hasCard: true,
    state: row.state,
    isSuspended: row.suspended_at !== null,
    isGranted: true,
    needsVisit: false,
    isOnSite: true,
    lacksBalance: false,
    // The line of one that was withdrawn is cut a moment later than that is known here.
    isLockedOut: row.is_locked_out || !row.is_in_use,
  })
  return { ...common, memberId: row.member_id, balanceCents: row.balance_cents ?? 0, refusal }
}

/** Throws `notFound` for what is no vending machine. One that was removed keeps what it sold. */
export const checkMachine = async (ctx: Ctx, deviceId: number): Promise<void> => {
  const machine = await ctx.db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('kind', '=', 'memberbucks')
    .executeTakeFirst()
  if (!machine) throw new AppError('notFound')
}

type Named = { deviceId: number; requestId: string; card: string }

const requestRow = selectOnce((db, given: Named) =>
  db
    .selectFrom('purchases as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .select(['p.kind', 'p.amount_cents', 'p.product_external_id', 'e.balance_cents'])
    // His card even if it was lost or retired since.
    .select(
      sql<boolean>`exists (select from cards c where c.member_id = p.member_id and c.number = ${given.card})`.as(
        'is_his_card',
      ),
    )
    .where('p.device_id', '=', given.deviceId)
    .where('p.request_id', '=', given.requestId),
)

export type BookedRequest = Request & { balanceCents: number; isHisCard: boolean }

/** What a machine has bought under this name already. */
export const findRequest = async (reader: Pick<Ctx, 'db'>, named: Named): Promise<BookedRequest | null> => {
  const row = await requestRow.first(reader, named)
  if (!row) return null
  return {
    kind: row.kind,
    amountCents: row.amount_cents,
    externalId: row.product_external_id,
    balanceCents: row.balance_cents,
    isHisCard: row.is_his_card,
  }
}
export const findRequestIn = (tx: Tx, named: Named) => findRequest({ db: readOnly(tx) }, named)

/** The product machines call so, if it is for sale. */
export const findProduct = (tx: Tx, externalId: string) =>
  tx
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'cost_price_cents'])
    .where('external_id', '=', externalId)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Counts one off the stock, if it is counted and there is one: the machine knows better than we what it holds. */
export const takeFromStock = async (tx: Tx, productId: number): Promise<boolean> => {
  const taken = await tx
    .updateTable('products')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', productId)
    .where('stock', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** What a machine has paid onto balances in 24 hours; no other credit of it is looked at until the transaction ends. */
export const lockLateCredits = async (tx: Tx, input: { deviceId: number; now: Date }): Promise<number> => {
  const { deviceId, now } = input
  await tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
  const { cents } = await tx
    .selectFrom('purchases as p')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .select(sql<number>`coalesce(sum(p.amount_cents), 0)::int`.as('cents'))
    .where('p.device_id', '=', deviceId)
    .where('p.kind', '=', 'credit')
    .where('p.purchased_at', '>', new Date(now.getTime() - dayMs))
    .where('r.id', 'is', null)
    .executeTakeFirstOrThrow()
  return cents
}
