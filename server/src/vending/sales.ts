import type { Purchase, Sales, SellingMachine } from '@spacekeeper/contract/vending/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName, fullNameOf } from '#platform/shown-name.ts'
import { isOffline } from '../devices/rules.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { otherPrice } from './rules.ts'

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

const mostMachines = 500

/** Every vending machine, those out of use last: their purchases can still be refunded. */
export const listMachines = async (ctx: Ctx): Promise<SellingMachine[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'last_seen_at', 'removed_at'])
    .where('kind', '=', 'memberbucks')
    .orderBy(sql`removed_at is not null`)
    .orderBy(sql`lower(name)`)
    .limit(mostMachines)
    .execute()
  const now = ctx.now()
  return rows.map(({ id, name, last_seen_at: lastSeen, removed_at: removedAt }) => ({
    id,
    name,
    isOffline: isOffline(lastSeen, now),
    lastSeen: lastSeen?.toISOString() ?? null,
    removedAt: removedAt?.toISOString() ?? null,
  }))
}

const refunder = sql<string | null>`case r.actor_kind when 'member' then ${fullNameOf('a')} end`

type PurchasePage = { deviceId: number; before?: number | undefined; limit: number }

const purchaseRows = (ctx: Ctx, { deviceId, before, limit }: PurchasePage) =>
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

/** Staff with the permission for money refund others, but not themselves. */
const mayRefund = ({ actor }: Ctx, memberId: number) =>
  actor.kind === 'member' && actor.permissions.includes('money') && mayBookFor(actor, memberId)

/** What happened at a machine, newest first. */
export const listPurchases = async (
  ctx: Ctx,
  page: PurchasePage,
): Promise<{ purchases: Purchase[]; hasMore: boolean }> => {
  await checkMachine(ctx, page.deviceId)
  const rows = await purchaseRows(ctx, page)
  const purchases = rows.slice(0, page.limit).map((row): Purchase => {
    const { id, kind, product, member_id: memberId, amount_cents: amountCents, refunded_at: refundedAt } = row
    return {
      id,
      kind,
      at: row.purchased_at.toISOString(),
      memberId,
      memberName: fullName(row),
      product,
      amountCents,
      listedCents: otherPrice({ kind, amountCents, listedCents: row.listed_price_cents }),
      refund: refundedAt && { at: refundedAt.toISOString(), reason: row.reason ?? '', by: row.refunded_by },
      canRefund: refundedAt === null && mayRefund(ctx, memberId),
    }
  })
  return { purchases, hasMore: rows.length > page.limit }
}

const mostNamed = 50

const ofDevice = (ctx: Ctx, deviceId: number) =>
  ctx.db
    .selectFrom('purchases as p')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .where('p.device_id', '=', deviceId)
    .where('r.id', 'is', null)

const sumOf = (kind: 'debit' | 'credit') =>
  sql<number>`coalesce(sum(p.amount_cents) filter (where p.kind = ${kind}), 0)::float8`

/** What a machine has sold and taken in, without what was refunded. */
export const sumSales = async (ctx: Ctx, deviceId: number): Promise<Sales> => {
  await checkMachine(ctx, deviceId)
  const [sums, members] = await Promise.all([
    ofDevice(ctx, deviceId)
      .select(sql<number>`(count(*) filter (where p.kind = 'debit'))::int`.as('purchases'))
      .select([sumOf('debit').as('volumeCents'), sumOf('credit').as('creditsCents')])
      .executeTakeFirstOrThrow(),
    ofDevice(ctx, deviceId)
      .innerJoin('members as m', 'm.id', 'p.member_id')
      .select(['m.id as memberId', fullNameOf('m').as('name')])
      .select(sql<number>`count(*)::int`.as('purchases'))
      .select(sumOf('debit').as('volumeCents'))
      .where('p.kind', '=', 'debit')
      .groupBy('m.id')
      .orderBy('volumeCents', 'desc')
      .orderBy('m.id')
      .limit(mostNamed)
      .execute(),
  ])
  return { ...sums, members }
}
