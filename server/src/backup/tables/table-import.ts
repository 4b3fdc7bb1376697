import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { inTransaction } from '#platform/db/in-transaction.ts'
import { checkMigrations, createTables } from '#platform/db/migrate.ts'
import { markUnfinished } from '#platform/db/unfinished-restore.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { ArchiveProblem } from '../archive-file.ts'
import { connected } from '../copy-connection.ts'
import { checkEmpty, checkUnused, emptyDatabase } from './empty-database.ts'
import {
  findDifferences,
  keyOf,
  listTables,
  placeOf,
  plainOutput,
  type PortableTable,
  quoted,
  type TablePiece,
  type TableSet,
} from './table-set.ts'

/** A database on its way: its description, and the rows of its tables in the same order. */
export type TableSource = { set: TableSet; pieces: AsyncIterable<TablePiece> }

export type ImportTarget = {
  /** The account that has the tables; it needs no other power. */
  ownerUrl: string
  /** Runs before what was put in is there for others, and refuses it by an error. */
  check: (client: pg.Client) => Promise<void>
  /** No portal begins with it until the mark is taken off. */
  isMarked: boolean
  log: Logger
}

type NamedTable = Pick<PortableTable, 'schema' | 'name'>

/** References between tables; without them tables are filled in any order, and with them again all are checked. */
const listReferences = `select format('%s', conrelid::regclass) as "table", quote_ident(conname) as name, pg_get_constraintdef(c.oid) as text
  from pg_constraint as c join pg_namespace as n on n.oid = c.connamespace
  where contype = 'f' and conparentid = 0 and n.nspname in ('public', 'graphile_worker')`

type Reference = { table: string; name: string; text: string }

/** The owner of tables may take references out and put them back; only a superuser may ignore them. */
const withoutReferences = async (client: pg.Client, run: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<Reference>(listReferences)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  await run()
  await client.query('set constraints all immediate')
  for (const { table, name, text } of rows) await client.query(`alter table ${table} add constraint ${name} ${text}`)
}

const withoutTriggers = async (client: pg.Client, tables: readonly NamedTable[], run: () => Promise<void>) => {
  const turn = async (to: 'enable' | 'disable') => {
    for (const table of tables) await client.query(`alter table ${placeOf(table)} ${to} trigger user`)
  }
  await turn('disable')
  await run()
  await client.query('set constraints all immediate')
  await turn('enable')
}

const checkFit = (set: TableSet, found: readonly Omit<PortableTable, 'rows'>[]): void => {
  const known = new Map(found.map((table) => [keyOf(table), table]))
  for (const table of set.tables) {
    const columns = known.get(keyOf(table))?.columns
    const strange = table.columns.find((column) => columns?.includes(column) !== true)
    if (strange !== undefined)
      throw new ArchiveProblem(
        `It holds the column ${strange} of ${keyOf(table)}, which this version of Spacekeeper does not have. Import it with Spacekeeper ${set.version}, which made it.`,
      )
  }
}

const copyRows = async (client: pg.Client, { set, pieces }: TableSource): Promise<void> => {
  const iterator = pieces[Symbol.asyncIterator]()
  const next = async (): Promise<TablePiece | undefined> => {
    const { done, value } = await iterator.next()
    return done === true ? undefined : value
  }
  let piece = await next()
  for (const table of set.tables) {
    const key = keyOf(table)
    const rows = async function* () {
      for (; piece?.table === key; piece = await next()) yield piece.bytes
    }
    const columns = table.columns.map(quoted).join(', ')
    await pipeline(Readable.from(rows()), client.query(copyFrom(`copy ${placeOf(table)} (${columns}) from stdin`)))
  }
  if (piece) throw new ArchiveProblem(`It holds rows of ${piece.table} where there should be none.`)
}

const fill = async (client: pg.Client, source: TableSource): Promise<void> => {
  const { set } = source
  await emptyDatabase(client)
  await createTables(client, set.migration)
  const found = await listTables(client)
  checkFit(set, found)
  await withoutTriggers(client, found, () =>
    withoutReferences(client, async () => {
      await client.query(`truncate ${found.map(placeOf).join(', ')}`)
      await copyRows(client, source)
    }),
  )
  for (const { last, isCalled, ...sequence } of set.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [placeOf(sequence), last, isCalled])
}

/**
 * Puts a database into an empty one, or one that an empty portal has made: all of it in one transaction, compared with its
 * description before it ends. It takes the owner of the database alone, and any version of PostgreSQL the portal runs on.
 */
export const importTables = async (target: ImportTarget, source: TableSource): Promise<void> => {
  const { ownerUrl, log } = target
  await connected(ownerUrl, checkEmpty)
  await migrateJobs({ connectionString: ownerUrl, log })
  await connected(ownerUrl, (client) =>
    inTransaction(client, 'begin', async () => {
      // Whatever was begun meanwhile stays.
      await checkUnused(client)
      await client.query(plainOutput)
      await fill(client, source)
      const differences = await findDifferences(client, source.set)
      if (differences.length > 0)
        throw new ArchiveProblem(`What was put in is not what was taken out:\n${differences.join('\n')}`)
      await checkMigrations(client)
      await target.check(client)
      if (target.isMarked) await markUnfinished(client)
      await client.query('analyze')
    }),
  )
}
