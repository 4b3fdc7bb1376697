import { clockMs, median } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const today = `(now() at time zone 'Australia/Brisbane')::date`

const plan = `
  with tier as (insert into tiers (name) values ('Bench') returning id)
  insert into plans (tier_id, name, currency, cost_cents, interval, collectors)
  select id, 'Bench', 'AUD', 6500, 'month', array['bank'] from tier returning id`

/** A subscription for every member, paid until today, so that the next period is due to be charged. */
const subscriptions = `
  insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count, interval,
    started_on, anchor_on, periods_since_anchor, charged_through, paid_through, has_access, created_at)
  select id, $1::int, 'active', 'bank', 6500, 'AUD', 1, 'month', (${today} - interval '1 month')::date,
    (${today} - interval '1 month')::date, 1, ${today}, ${today}, true, now() from members`

/** The same rows in two statements: what the database alone takes for them. */
const plainCharges = `
  with made as (
    insert into charges (member_id, kind, description, currency, due_on, state, created_at)
    select id, 'other', 'Bench', 'AUD', ${today}, 'open', now() from members returning id
  ) insert into charge_entries (charge_id, at, booked_on, kind, amount_cents)
  select id, now(), ${today}, 'issued', 6500 from made`

const plainRead = `
  select c.*, s.*, m.* from charges c join members m on m.id = c.member_id
  left join subscriptions s on s.id = c.subscription_id where c.state = 'open' and c.subscription_id is not null`

const timeQuery = async ({ query }: World, text: string) => {
  const startedAt = clockMs()
  await query(text)
  return clockMs() - startedAt
}

/** The night of a space with 10,000 subscriptions: all are charged, then all reminders of the next morning worked out. */
export const measureNightly = async (world: World): Promise<Row[]> => {
  const { portal, query, effort } = world
  const [made] = await query(plan)
  await query(subscriptions, [Number(made?.['id'])])
  await query('analyze')
  const first = await portal.call('runNight')
  const again = await portal.call('runNight')
  await query('analyze')
  const dry: { ms: number; queries: number; due: number }[] = []
  const reads: number[] = []
  for (let round = 0; round < effort.rounds; round += 1) {
    dry.push(await portal.call('dryRun'))
    reads.push(await timeQuery(world, plainRead))
  }
  const inserts = await timeQuery(world, plainCharges)
  const due = dry[0]?.due ?? 0
  return [
    {
      what: 'night, 10,000 periods charged',
      figure: first.ms,
      unit: 'ms',
      baseline: { what: 'the same rows in one statement', figure: inserts },
      note: `${first.charged} charged, ${first.queries} queries`,
    },
    {
      what: 'night, nothing to do',
      figure: again.ms,
      unit: 'ms',
      baseline: { what: 'night that charges', figure: first.ms },
      note: `${again.charged} charged, ${again.queries} queries`,
    },
    {
      what: 'reminders of 10,000 charges, dry run',
      figure: median(dry.map(({ ms }) => ms)),
      unit: 'ms',
      baseline: { what: 'reading the same rows', figure: median(reads) },
      note: `${due} due, ${median(dry.map(({ queries }) => queries))} queries`,
    },
  ]
}
