import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { inTransaction } from '#platform/db/in-transaction.ts'
import { connected } from '../copy-connection.ts'
import {
  describeTables,
  keyOf,
  placeOf,
  plainOutput,
  type PortableTable,
  quoted,
  type TablePiece,
  type TableSet,
} from './table-set.ts'

/** Where a database goes: first its description, then the rows of its tables in the same order. */
export type TableSink = {
  describe: (set: TableSet) => Promise<void>
  write: (piece: TablePiece) => Promise<void>
}

/** Large enough for little overhead, and small enough for a small machine. */
const pieceBytes = 1024 * 1024

/**
 * Keys of ballot boxes are in no copy (0089): with one it would tell for ever who voted how. A box is left without its key
 * rather than without any, so that it takes no ballot under another.
 */
const withheld: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.ballot_keys': {
    box_key: 'null',
    box_key_file: "case when box_key is null then box_key_file else 'left-out-of-backups' end",
  },
}

const readingOf = (table: PortableTable, isMove: boolean): string => {
  const instead = (isMove ? undefined : withheld[keyOf(table)]) ?? {}
  const columns = table.columns.map((column) => instead[column] ?? quoted(column)).join(', ')
  const order = table.sorted.length === 0 ? '' : ` order by ${table.sorted.map(quoted).join(', ')}`
  return `copy (select ${columns} from ${placeOf(table)}${order}) to stdout`
}

const copyTable = async (
  client: pg.Client,
  { table, isMove }: { table: PortableTable; isMove: boolean },
  sink: TableSink,
): Promise<void> => {
  const write = (chunks: readonly Buffer[]) => sink.write({ table: keyOf(table), bytes: Buffer.concat(chunks) })
  let chunks: Buffer[] = []
  let bytes = 0
  const content: AsyncIterable<Buffer> = client.query(copyTo(readingOf(table, isMove)))
  for await (const chunk of content) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    await write(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) await write(chunks)
}

export type TableExport = {
  ownerUrl: string
  madeAt: Date
  hasSecretKey: boolean
  /** It takes the place of the database, keys of ballot boxes and all, and is no copy of it. */
  isMove?: boolean
}

/** Writes every row of a database as it is at one moment, while the portal goes on. */
export const exportTables = ({ ownerUrl, isMove = false, ...facts }: TableExport, sink: TableSink): Promise<TableSet> =>
  connected(ownerUrl, (client) =>
    inTransaction(client, 'begin isolation level repeatable read read only', async () => {
      await client.query(plainOutput)
      const set = await describeTables(client, facts)
      await sink.describe(set)
      for (const table of set.tables) await copyTable(client, { table, isMove }, sink)
      return set
    }),
  )
