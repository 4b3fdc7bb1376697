import type { Purchase } from '@spacekeeper/contract/vending.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { checkMachine } from './queries.ts'
import { otherPrice } from './rules.ts'

const refunder = sql<string | null>`case r.actor_kind when 'member' then a.first_name || ' ' || a.last_name end`

type Page = { deviceId: number; before?: number | undefined; limit: number }

const purchaseRows = (ctx: Ctx, { deviceId, before, limit }: Page) =>
  ctx.db
    .selectFrom('purchases as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .leftJoin('products as x', 'x.id', 'p.product_id')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .leftJoin('members as a', 'a.id', 'r.actor_id')
    .select(['p.id', 'p.kind', 'p.amount_cents', 'p.listed_price_cents', 'p.purchased_at', 'p.member_id'])
    .select(['m.first_name', 'm.last_name', 'x.name as product', 'r.at as refunded_at', 'r.description as reason'])
    .select(refunder.as('refunded_by'))
    .where('p.device_id', '=', deviceId)
    .$if(before !== undefined, (rows) => rows.where('p.id', '<', before ?? 0))
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute()

/** Who looks after money gives it back, but not to himself. */
const mayRefund = ({ actor }: Ctx, memberId: number) =>
  actor.kind === 'member' && actor.permissions.includes('money') && mayBookFor(actor, memberId)

/** What happened at a machine, newest first. */
export const listPurchases = async (ctx: Ctx, page: Page): Promise<{ purchases: Purchase[]; hasMore: boolean }> => {
  await checkMachine(ctx, page.deviceId)
  const rows = await purchaseRows(ctx, page)
  const purchases = rows.slice(0, page.limit).map((row): Purchase => {
    const { id, kind, product, member_id: memberId, amount_cents: amountCents, refunded_at: refundedAt } = row
    return {
      id,
      kind,
      at: row.purchased_at.toISOString(),
      memberId,
      memberName: `${row.first_name} ${row.last_name}`,
      product,
      amountCents,
      listedCents: otherPrice({ kind, amountCents, listedCents: row.listed_price_cents }),
      refund: refundedAt && { at: refundedAt.toISOString(), reason: row.reason ?? '', by: row.refunded_by },
      canRefund: refundedAt === null && mayRefund(ctx, memberId),
    }
  })
  return { purchases, hasMore: rows.length > page.limit }
}
