import type { Row } from './table.ts'
import type { World } from './world.ts'

const accounts = 10_000
const inFlight = 10

const sumOf = async ({ query }: World) =>
  Number((await query('select coalesce(sum(balance_cents), 0) as sum from balances'))[0]?.['sum'])
const bookedOf = async ({ query }: World) =>
  Number((await query('select coalesce(sum(amount_cents), 0) as sum from ledger_entries'))[0]?.['sum'])

/** Debits booked in the ledger, all from one account and spread over many, beside plain inserts. */
export const measureDebits = async (world: World): Promise<Row[]> => {
  const { portal, inserts, connectionString, effort, query } = world
  // Above the machines' part, which may be left out.
  await query(`insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source,
      contra_account, actor_kind)
    select id, now(), 1000000, 0, 'cash', 'system', 'cash', 'system' from members`)
  const rows = await query('select id from members order by id limit $1', [accounts])
  const memberIds = rows.map((row) => Number(row['id']))
  await portal.call('debit', { memberIds, inFlight, seconds: 1 })
  const one = await portal.call('debit', { memberIds: memberIds.slice(0, 1), inFlight, seconds: effort.seconds })
  const many = await portal.call('debit', { memberIds, inFlight, seconds: effort.seconds })
  const plain = await inserts.call('run', { connectionString, connections: inFlight, seconds: effort.seconds })
  const baseline = { what: `plain INSERT, ${inFlight} connections`, figure: plain.perSecond }
  return [
    { what: 'debits from one account', figure: one.perSecond, unit: '/s', baseline, note: `${inFlight} at a time` },
    {
      what: 'debits from 10,000 accounts',
      figure: many.perSecond,
      unit: '/s',
      baseline,
      note: `${inFlight} at a time`,
    },
    {
      what: 'cents in balances after that',
      figure: await sumOf(world),
      unit: '',
      baseline: { what: 'cents booked', figure: await bookedOf(world) },
      aim: { of: 'ratio', atLeast: 1, atMost: 1 },
    },
  ]
}
