import type { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { inUnits } from './rules.ts'

/** A key is made and owned by who looks after devices. Money it reads only where its owner manages that, too. */
const checkKey = async ({ db, actor }: Ctx): Promise<void> => {
  if (actor.kind !== 'apiKey') return
  const owner = await db
    .selectFrom('api_keys as k')
    .innerJoin('members as o', 'o.id', 'k.owner_id')
    .select('o.id')
    .where('k.id', '=', actor.id)
    .where('o.closed_at', 'is', null)
    .where('o.suspended_at', 'is', null)
    .where(sql<boolean>`(o.is_admin or 'money' = any(o.permissions))`)
    .executeTakeFirst()
  if (!owner) throw new AppError('notAllowed')
}

/** Balances from here on are left out of the sum, as existing clients know it. */
const leftOutCents = 100_000

/** What every member has, the highest first, in currency units. */
export const listBalances = async (ctx: Ctx): Promise<Output<typeof memberbucksApi.listBalances>> => {
  await checkKey(ctx)
  const rows = await ctx.db
    .selectFrom('members as m')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.first_name', 'm.last_name', 'm.screen_name', sql<number>`coalesce(b.balance_cents, 0)`.as('cents')])
    .where('m.closed_at', 'is', null)
    .orderBy('cents', 'desc')
    .orderBy('m.id')
    .execute()
  const counted = rows.filter(({ cents }) => cents < leftOutCents)
  return {
    total_memberbucks: counted.length === 0 ? null : inUnits(counted.reduce((sum, { cents }) => sum + cents, 0)),
    member_balances: rows.map(({ cents, ...names }) => ({ ...names, memberbucks_balance: inUnits(cents) })),
  }
}

const mostNegative = 500

/** Who owes the space, and how much together. */
export const listNegative = async (ctx: Ctx): Promise<Output<typeof memberbucksApi.listNegative>> => {
  const rows = await ctx.db
    .selectFrom('balances as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .select(columns('b.member_id, b.balance_cents', fullNameOf('m').as('name')))
    .select(
      sql<Date>`(select e.at from ledger_entries e where e.member_id = b.member_id order by e.id desc limit 1)`.as(
        'lastEntryAt',
      ),
    )
    .select(sql<number>`sum(b.balance_cents) over ()`.as('sumCents'))
    .where('b.balance_cents', '<', 0)
    .orderBy('b.balance_cents')
    .orderBy('b.member_id')
    .limit(mostNegative)
    .execute()
  return { members: rows.map(({ sumCents: _, ...row }) => withTimes(row)), sumCents: rows[0]?.sumCents ?? 0 }
}
