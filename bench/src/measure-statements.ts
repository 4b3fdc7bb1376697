import pg from 'pg'
import { verifyLedger } from '../../server/src/memberbucks/verify.ts'
import { clockMs, median } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const entryCount = 100_000
const ofOneMember = 1000

/** Two years of a busy space, in the order of time as they would have been booked; the first member has many. */
const fill = ({ query }: World) =>
  query(
    `insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind,
      description)
    select case when n % $2 = 0 then first else first + n % 5000 end, '2024-01-01'::timestamptz + n * interval '10 min',
      case when n % 5 = 0 then 2000 else -350 end, 0, case when n % 5 = 0 then 'cash' else 'card' end, 'system',
      case when n % 5 = 0 then 'cash' else (array['vendingIncome', 'machineIncome', 'donation'])[1 + n % 3] end,
      'system', 'Entry ' || n
    from generate_series(1, $1::int) n, (select min(id) as first from members) m`,
    [entryCount, entryCount / ofOneMember],
  )

const period = 'from=2024-01-01&to=2026-12-31'

const asksFor = (memberId: number) => [
  {
    name: `statement of the space, ${entryCount.toLocaleString('en')} entries`,
    path: '/api/admin/memberbucks/statement/',
    atMostMs: 150,
  },
  { name: 'the same as a file', path: '/api/admin/memberbucks/statement/export/', atMostMs: 5000 },
  {
    name: `statement of a member, ${ofOneMember.toLocaleString('en')} entries`,
    path: `/api/admin/members/${memberId}/memberbucks/statement/`,
    atMostMs: 100,
  },
]

/** How long an answer takes, and how many queries. */
const timeAsk = async (world: World, path: string) => {
  const [times, queries]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= world.effort.rounds * 2; turn += 1) {
    const before = await world.portal.call('queries')
    const startedAt = clockMs()
    const answer = await fetch(`${world.portalUrl}${path}?${period}`, { headers: { cookie: world.cookies[0] ?? '' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    // The first has everything still to read from the disk.
    if (turn > 0) times.push(clockMs() - startedAt)
    queries.push((await world.portal.call('queries')) - before)
  }
  return { ms: median(times), queries: median(queries) }
}

const timeVerify = async ({ connectionString }: World) => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  pool.on('error', () => undefined)
  const startedAt = clockMs()
  const { entries, fault } = await verifyLedger({ pool })
  await pool.end()
  if (fault) throw new Error(`the ledger is off: ${JSON.stringify(fault)}`)
  return { ms: clockMs() - startedAt, entries }
}

/** Statements of 100,000 entries, and proving that they add up. */
export const measureStatements = async (world: World): Promise<Row[]> => {
  await fill(world)
  await world.query('analyze ledger_entries')
  const [first] = await world.query('select min(id) as id from members')
  const sums: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const startedAt = clockMs()
    await world.query('select contra_account, sum(amount_cents) from ledger_entries group by contra_account')
    sums.push(clockMs() - startedAt)
  }
  const rows: Row[] = []
  for (const { name, path, atMostMs } of asksFor(Number(first?.['id']))) {
    const { ms, queries } = await timeAsk(world, path)
    rows.push({
      what: name,
      figure: ms,
      unit: 'ms',
      baseline: { what: 'one sum of all entries', figure: median(sums) },
      aim: { of: 'figure', atMost: atMostMs },
      note: `${queries} queries`,
    })
  }
  const verified = await timeVerify(world)
  const note = `${verified.entries.toLocaleString('en')} entries`
  return [
    ...rows,
    { what: 'ledger verify', figure: verified.ms, unit: 'ms', note, aim: { of: 'figure', atMost: 5000 } },
  ]
}
