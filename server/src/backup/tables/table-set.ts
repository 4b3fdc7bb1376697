import type pg from 'pg'
import { z } from 'zod'
import { version } from '#platform/version.ts'
import { listedFacts } from '../copy-facts.ts'

// The portable form of a database: the rows of every table as PostgreSQL's COPY writes them, and this description of them.
// The tables themselves are not in it: the migrations make them. So there are no owners, roles or rights in it, and any
// PostgreSQL that the portal runs on takes it.

const Table = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.string().min(1)),
  /** Those of the primary key, by which the rows are sorted: so they don't tell the order in which they came. */
  sorted: z.array(z.string().min(1)),
  rows: z.number().int(),
})

export type PortableTable = z.infer<typeof Table>

const Sequence = z.object({
  schema: Table.shape.schema,
  name: Table.shape.name,
  last: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
})

export const TableSet = z.object({
  madeAt: z.iso.datetime(),
  /** The version of the portal that made it, and the last migration of its database. */
  version: z.string(),
  migration: z.string(),
  /** The major version of PostgreSQL it comes from. */
  postgres: z.number().int(),
  /** Whether the key of secret settings goes with it, or was given to the portal as SECRET_KEY. */
  hasSecretKey: z.boolean(),
  /** How large the database was. */
  rawBytes: z.number(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** Sums of the ledger and the books. */
  cents: z.record(z.string(), z.number()),
})

export type TableSet = z.infer<typeof TableSet>

/** Rows of one table, some at a time, as COPY writes them. */
export type TablePiece = { table: string; bytes: Buffer }

/** As files and entries of an archive are named. */
export const keyOf = ({ schema, name }: Pick<PortableTable, 'schema' | 'name'>): string => `${schema}.${name}`

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const placeOf = ({ schema, name }: Pick<PortableTable, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`

/** Tables that are filled by whatever program opens the database: they say how it was made. */
const madeAnew = ['schema_objects', 'migrations']

const tablesQuery = `
  select n.nspname as schema, c.relname as name,
    (select json_agg(attname order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    coalesce((select json_agg(a.attname order by k.place) from pg_index as i
      cross join unnest(i.indkey::smallint[]) with ordinality as k (attnum, place)
      join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '[]') as sorted
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relpersistence = 'p'
    and not c.relname = any ($1)
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by n.nspname desc, c.relname collate "C"`

const listSequences = `
  select schemaname as schema, sequencename as name from pg_sequences
  where schemaname in ('public', 'graphile_worker') order by schemaname, sequencename collate "C"`

/** The tables of a database that are copied, in one order. */
export const listTables = async (client: pg.Client): Promise<Omit<PortableTable, 'rows'>[]> =>
  (await client.query<Omit<PortableTable, 'rows'>>(tablesQuery, [madeAnew])).rows

/** In whatever way the server is set, the same rows become the same bytes. */
export const plainOutput = `set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1; set local row_security = off;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

const only = <R>(rows: readonly R[]): R => {
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered nothing.')
  return row
}

const countRows = async (client: pg.Client, table: Pick<PortableTable, 'schema' | 'name'>): Promise<number> =>
  Number(only((await client.query<{ rows: string }>(`select count(*) as rows from ${placeOf(table)}`)).rows).rows)

const readSequence = async (client: pg.Client, sequence: Pick<PortableTable, 'schema' | 'name'>) => {
  const { rows } = await client.query<{ last: string; isCalled: boolean }>(
    `select last_value::text as last, is_called as "isCalled" from ${placeOf(sequence)}`,
  )
  return { ...sequence, ...only(rows) }
}

const readServer = `select current_setting('server_version_num')::int / 10000 as postgres,
  pg_database_size(current_database())::float8 as "rawBytes",
  (select max(name collate "C") from schema_migrations) as migration`

/** Describes a database as the snapshot of the transaction shows it. */
export const describeTables = async (
  client: pg.Client,
  { madeAt, hasSecretKey }: { madeAt: Date; hasSecretKey: boolean },
): Promise<TableSet> => {
  // The first query takes the snapshot; a sequence never shows less than the rows that were there then.
  const found = await listTables(client)
  const tables: PortableTable[] = []
  for (const table of found) tables.push({ ...table, rows: await countRows(client, table) })
  const sequences: TableSet['sequences'] = []
  for (const one of (await client.query<Pick<PortableTable, 'schema' | 'name'>>(listSequences)).rows)
    sequences.push(await readSequence(client, one))
  const server = only((await client.query<Pick<TableSet, 'postgres' | 'rawBytes' | 'migration'>>(readServer)).rows)
  const { cents } = await listedFacts(client)
  return TableSet.parse({ madeAt: madeAt.toISOString(), version, hasSecretKey, ...server, tables, sequences, cents })
}

/** Says where a filled database is not what its description says; nothing where it is. */
export const findDifferences = async (client: pg.Client, set: TableSet): Promise<string[]> => {
  const differences: string[] = []
  for (const table of set.tables) {
    const rows = await countRows(client, table)
    if (rows !== table.rows)
      differences.push(`The number of rows of ${table.name} is ${rows} and should be ${table.rows}.`)
  }
  const { cents } = await listedFacts(client)
  for (const [name, sum] of Object.entries(set.cents))
    if (cents[name] !== sum)
      differences.push(`The sum of ${name} in cents is ${cents[name] ?? 'nothing'} and should be ${sum}.`)
  return differences
}
