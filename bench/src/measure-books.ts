import { clockMs, median } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const entries = 100_000
/** Long over, so that nothing else of the run is in it. */
const month = '2020-03'

/** A month of debits, one after the other as machines book them, with triggers and all. */
const seedEntries = (world: World) =>
  world.query(
    `insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind)
     select m.id, '2020-03-01T00:00:00Z'::timestamptz + n * interval '25 seconds', -150, 0, 'card', 'system',
       case when n % 3 = 0 then 'machineIncome' else 'vendingIncome' end, 'system'
     from generate_series(0, $1::int - 1) n
     join (select id, row_number() over (order by id) - 1 as at from members) m on m.at = n % 1000`,
    [entries],
  )

/** A thousand members who each have a year ahead: what is earned of them is worked out anew each time. */
const seedYears = async ({ query }: World) => {
  const year = "'[2020-01-15,2021-01-15)'"
  await query(`with t as (insert into tiers (name) values ('Books') returning id)
    insert into plans (tier_id, name, currency, cost_cents, interval, collectors)
    select id, 'Yearly', 'AUD', 36500, 'year', '{bank}' from t`)
  await query(`with s as (
      insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count, interval,
        started_on, anchor_on, charged_through, paid_through, created_at, ended_at)
      select m.id, p.id, 'ended', 'bank', 36500, 'AUD', 1, 'year',
        lower(${year}::daterange), lower(${year}::daterange), upper(${year}::daterange), upper(${year}::daterange), now(), now()
      from (select id from members order by id limit 1000) m cross join (select id from plans order by id desc limit 1) p
      returning id, member_id, plan_id
    )
    insert into charges (member_id, plan_id, subscription_id, kind, period, description, currency, due_on, state, created_at)
    select member_id, plan_id, id, 'period', ${year}, 'Yearly', 'AUD', '2020-01-15', 'open', now() from s`)
  await query(`insert into charge_entries (charge_id, at, booked_on, kind, amount_cents)
    select id, now(), '2020-01-15', 'issued', 36500 from charges where due_on = '2020-01-15'`)
}

type BookAsk = { what: string; path: string; body?: object; atMost: number }

const asks: BookAsk[] = [
  {
    what: `month end of ${entries.toLocaleString('en')} entries`,
    path: `/api/admin/books/months/${month}/`,
    atMost: 2000,
  },
  { what: 'a page of their lines', path: `/api/admin/books/months/${month}/lines/?account=balances`, atMost: 1000 },
  { what: 'all lines as CSV', path: '/api/admin/books/export/', body: { month, format: 'csv' }, atMost: 5000 },
]

const timeAsk = async ({ portalUrl, cookies, effort }: World, { path, body }: BookAsk) => {
  const times: number[] = []
  for (let turn = 0; turn < effort.rounds; turn += 1) {
    const startedAt = clockMs()
    const answer = await fetch(`${portalUrl}${path}`, {
      headers: {
        cookie: cookies[0] ?? '',
        'x-csrftoken': 'bench',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.push(clockMs() - startedAt)
  }
  return median(times)
}

/** Milliseconds of adding up what was just inserted, in one statement. */
const timeSum = async ({ query, effort }: World) => {
  const times: number[] = []
  for (let turn = 0; turn < effort.rounds; turn += 1) {
    const startedAt = clockMs()
    await query('select contra_account, sum(amount_cents) from ledger_entries group by contra_account')
    times.push(clockMs() - startedAt)
  }
  return median(times)
}

/** The books of a month with 100,000 entries and a thousand years paid ahead, beside adding the entries up. */
export const measureBooks = async (world: World): Promise<Row[]> => {
  await seedEntries(world)
  await seedYears(world)
  await world.query('analyze')
  const baseline = { what: 'one sum of all entries', figure: await timeSum(world) }
  const rows: Row[] = []
  for (const ask of asks) {
    const figure = await timeAsk(world, ask)
    rows.push({ what: ask.what, figure, unit: 'ms', baseline, aim: { of: 'figure', atMost: ask.atMost } })
  }
  return rows
}
