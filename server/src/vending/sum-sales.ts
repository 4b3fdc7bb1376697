import type { Sales } from '@spacekeeper/contract/vending.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { checkMachine } from './queries.ts'

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
      .select(['m.id as memberId', 'm.first_name', 'm.last_name'])
      .select(sql<number>`count(*)::int`.as('purchases'))
      .select(sumOf('debit').as('volumeCents'))
      .where('p.kind', '=', 'debit')
      .groupBy('m.id')
      .orderBy('volumeCents', 'desc')
      .orderBy('m.id')
      .limit(mostNamed)
      .execute(),
  ])
  return {
    ...sums,
    members: members.map(({ first_name, last_name, ...row }) => ({ ...row, name: `${first_name} ${last_name}` })),
  }
}
