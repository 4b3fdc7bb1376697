import type pg from 'pg'
import type { Manifest } from './archive-file.ts'

/** Rows of each table and sums of money, by which a copy is compared with what it was made of. */
export type CopyFacts = { rows: Record<string, number>; cents: Record<string, number> }

/** Columns of money that are added up. */
const summed = {
  ledger: ['ledger_entries', 'amount_cents'],
  balances: ['balances', 'balance_cents'],
  charges: ['charges', 'amount_cents'],
  paid: ['charges', 'paid_cents'],
  payments: ['payments', 'amount_cents'],
} as const

type CountedFact = { name: string; value: number }

/** Tables that PostgreSQL empties after a crash come back empty. */
const listTables = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname collate "C"`

const record = (facts: readonly CountedFact[]): Record<string, number> =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]))

/** All of it, as the transaction of the caller sees it. */
export const listedFacts = async (client: pg.ClientBase): Promise<CopyFacts> => {
  const tables = await client.query<{ name: string }>(listTables)
  const names = tables.rows.map(({ name }) => name)
  const counts = names.map((name) => `select '${name}' as name, count(*)::float8 as value from ${name}`)
  const sums = Object.entries(summed)
    .filter(([, [table]]) => names.includes(table))
    .map(
      ([name, [table, column]]) =>
        `select '${name}' as name, coalesce(sum(${column}), 0)::float8 as value from ${table}`,
    )
  const ask = async (parts: readonly string[]) =>
    parts.length === 0 ? {} : record((await client.query<CountedFact>(parts.join(' union all '))).rows)
  return { rows: await ask(counts), cents: await ask(sums) }
}

/** The same as it is at one moment. */
export const readFacts = async (client: pg.ClientBase): Promise<CopyFacts> => {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await listedFacts(client)
  } finally {
    await client.query('rollback')
  }
}

const rangesOf = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, [number, number]> =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const earlier = before[name] ?? value
      return [name, [Math.min(earlier, value), Math.max(earlier, value)]]
    }),
  )

/** The bounds for a copy that ends at a moment between the two. */
export const factRanges = (before: CopyFacts, after: CopyFacts): Pick<Manifest, 'rows' | 'cents'> => ({
  rows: rangesOf(before.rows, after.rows),
  cents: rangesOf(before.cents, after.cents),
})

const said = ([least, most]: readonly [number, number]): string =>
  least === most ? String(least) : `${least} to ${most}`

const differences = (
  kind: (name: string) => string,
  found: Readonly<Record<string, number>>,
  ranges: Readonly<Record<string, readonly [number, number]>>,
): string[] =>
  Object.entries(ranges).flatMap(([name, range]) => {
    const value = found[name]
    if (value !== undefined && value >= range[0] && value <= range[1]) return []
    return [`${kind(name)} ${value ?? 'nothing'} and should be ${said(range)}.`]
  })

/** Where a copy is not what its manifest says; none where it is. */
export const compareFacts = (found: CopyFacts, { rows, cents }: Pick<Manifest, 'rows' | 'cents'>): string[] => [
  ...differences((table) => `The number of rows of ${table} is`, found.rows, rows),
  ...differences((sum) => `The sum of ${sum} in cents is`, found.cents, cents),
]
