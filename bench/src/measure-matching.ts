import { duesReference } from '@spacekeeper/contract/bank/references.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import { type MatchFacts, matchIndex, matchLine } from '../../server/src/bank/matching.ts'
import { clockMs, median } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const lines = 1_000

/** An open charge for every member, in two statements. */
const charges = `
  with made as (
    insert into charges (member_id, kind, description, currency, due_on, state, created_at)
    select id, 'other', 'Matching', 'AUD', '2026-03-01', 'open', now() from members returning id
  ) insert into charge_entries (charge_id, at, booked_on, kind, amount_cents)
  select id, now(), '2026-03-01', 'issued', 5000 + id % 40 * 100 from made`

const waiting = `
  with made as (
    insert into bank_imports (file_name, format, added, known, at) values ('bench', 'csv', 0, 0, now()) returning id
  )
  insert into bank_lines (import_id, account, identity, format, booked_on, amount_cents, currency, text,
    payer_name, payer_account, bank_reference, end_to_end, return_reason, state)
  select made.id, 'BENCH', sha256(n::text::bytea), 'csv', '2026-03-02', amount, 'AUD', text, name, '', '', '', '', 'waiting'
  from made, jsonb_to_recordset($1::jsonb) as l(n int, amount int, text text, name text)`

type BankRow = { n: number; amount: number; text: string; name: string }
type BenchMember = { id: number; firstName: string; lastName: string }

/** A third has references, a third only names, and the rest an amount that many owe. */
const makeLines = (members: readonly BenchMember[]): BankRow[] =>
  members.slice(0, lines).map(({ id, firstName, lastName }, n) => ({
    n,
    amount: 5000 + (n % 40) * 100,
    text: n % 3 === 0 ? `dues ${duesReference(id)}` : 'membership',
    name: n % 3 === 1 ? `${lastName.toUpperCase()} ${firstName}` : '',
  }))

const timed = async (rounds: number, run: () => unknown) => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = clockMs()
    await run()
    times.push(clockMs() - startedAt)
  }
  return median(times)
}

/** Only the rule, with everything in memory: the index over members and charges, then every line. */
const timeRule = (rounds: number, members: readonly BenchMember[], made: readonly BankRow[]) => {
  const facts: MatchFacts = {
    currency: 'AUD',
    members,
    charges: members.map(({ id }) => ({
      id,
      memberId: id,
      description: 'Matching',
      openCents: 5000 + (id % 40) * 100,
    })),
    payers: [],
    undos: [],
    runs: [],
    debits: [],
  }
  const usual = {
    currency: 'AUD',
    keys: { account: '', name: '', payer: '' },
    endToEnd: '',
    hasTwin: false,
    wasUndone: false,
  }
  return timed(rounds, () => {
    const index = matchIndex(facts)
    for (const { amount, text, name } of made)
      matchLine(index, { ...usual, amountCents: amount, text, payerName: name })
  })
}

/** The queue of a treasurer after a long holiday: 1,000 lines of a statement beside 10,000 open charges. */
export const measureMatching = async ({ query, portalUrl, cookies, effort }: World): Promise<Row[]> => {
  const found = await query('select id, first_name, last_name from members order by id')
  const members = found.map((row) => ({
    id: Number(row['id']),
    firstName: String(row['first_name']),
    lastName: String(row['last_name']),
  }))
  const made = makeLines(members)
  await query(charges)
  await query(waiting, [JSON.stringify(made)])
  await query('analyze')
  const rule = await timeRule(effort.rounds, members, made)
  const folding = await timed(effort.rounds, () =>
    members.map(({ firstName, lastName }) => foldText(firstName + lastName)),
  )
  const page = await timed(effort.rounds, async () => {
    const answer = await fetch(`${portalUrl}/api/admin/bank/lines/?group=certain`, {
      headers: { cookie: cookies[0] ?? '' },
    })
    await answer.text()
    if (!answer.ok) throw new Error(`the lines answered ${answer.status}`)
  })
  const read = await timed(effort.rounds, async () => {
    await query(`select * from bank_lines where state = 'waiting'`)
    await query(`select id, member_id, amount_cents from charges where state = 'open'`)
    await query('select id, first_name, last_name from members')
  })
  return [
    {
      what: '1,000 lines against 10,000 charges, the rule',
      figure: rule,
      unit: 'ms',
      baseline: { what: 'folding the names of all members', figure: folding },
      aim: { of: 'figure', atMost: 500 },
    },
    {
      what: 'a page of certain lines',
      figure: page,
      unit: 'ms',
      baseline: { what: 'reading the same rows', figure: read },
      aim: { of: 'figure', atMost: 1000 },
    },
  ]
}
