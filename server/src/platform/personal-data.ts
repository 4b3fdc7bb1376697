import { type Expression, type SelectExpression, sql } from 'kysely'
import type { Cell } from './csv/write-csv.ts'
import type { Ctx } from './ctx.ts'
import type { Work } from './db/change.ts'
import { queries } from './db/compile-once.ts'
import type { Database } from './db/database.gen.ts'
import { namesOfSelect } from './db/json-columns.ts'
import { readRows } from './db/read-rows.ts'
import type { Notice } from './live/channel.ts'

export type PersonalRow = Record<string, Cell | readonly string[] | Record<string, unknown>>

/** A part of the archive that members download: a table of its own, and a list in its JSON. */
export type PersonalList = {
  name: string
  columns: readonly string[]
  read: (ctx: Ctx, memberId: number) => AsyncIterable<PersonalRow[]>
}

/** What becomes of what a table holds about a member. `not` and `kept` say why. */
export type PersonalTable = {
  /** How long its rows are kept: the names of the retentions that end them, or, as members read it, why none does. */
  kept: readonly string[] | { title: string; reason: string }
  /** The list of the archive that holds it. */
  exported: string | { not: string }
  /** What closing the account does to it. */
  closing: 'deleted' | 'emptied' | { kept: string }
}

/** What the audit keeps of it, and who is told. */
export type ErasureResult = { data?: Record<string, unknown>; tell?: readonly Notice[] }

/** What a domain keeps about members: what they can download of it, and what is left when they close their account. */
export type PersonalData = {
  /** Every table of the domain that holds something about a member. A test compares them with the database. */
  tables: Partial<Record<keyof Database, PersonalTable>>
  lists?: readonly PersonalList[]
  /** Runs in the transaction that closes the account, before the member's own row is emptied. */
  erase?: (work: Work, memberId: number) => Promise<ErasureResult | void>
}

/** Rows are read this many at a time, so that ten years of swipes need no more memory than a day of them. */
export const pageSize = 1000

type KeyedRow = { id: number | string }

/** Reads all rows of a query in the order of their ids, a page after the other. */
export const paged = <Row extends KeyedRow>(query: (after: number, limit: number) => Promise<Row[]>) =>
  async function* () {
    let after = 0
    for (;;) {
      const rows = await query(after, pageSize)
      if (rows.length > 0) yield rows
      if (rows.length < pageSize) return
      after = Number(rows.at(-1)?.id)
    }
  }

type OwnRows<Row> = (db: Ctx['db'], memberId: number) => Expression<Row>

/**
 * Declares a list of the archive by a query that selects an `id`. The head of its table is said where it is not what the
 * JSON has.
 */
export const ownQuery = <Row extends PersonalRow & KeyedRow>(
  name: string,
  rows: OwnRows<Row>,
  head: readonly string[] = namesOfSelect(rows(queries, 0)),
): PersonalList => {
  const readPage = (ctx: Ctx, { memberId, after, limit }: { memberId: number; after: number; limit: number }) =>
    readRows(
      ctx,
      sql<Row>`select * from ${rows(ctx.db, memberId)} as own where id > ${after} order by id limit ${limit}`,
    )
  return {
    name,
    columns: head,
    read: (ctx, memberId) => paged((after, limit) => readPage(ctx, { memberId, after, limit }))(),
  }
}

type MemberTable = {
  [Table in keyof Database]: Database[Table] extends { member_id: unknown } ? Table : never
}[keyof Database]

/** Declares a list of the archive: the rows of a table that hold the id of the member, and what of them. */
export const ownRows = <Table extends MemberTable>(
  name: string,
  table: Table,
  selected: readonly SelectExpression<Database, Table>[],
  head?: readonly string[],
): PersonalList => {
  const asCards = { table: table as 'cards', selected: selected as readonly 'id'[] } // every one of these tables has the columns that are used here
  return ownQuery(
    name,
    (db, memberId) => db.selectFrom(asCards.table).select(asCards.selected).where('member_id', '=', memberId),
    head,
  )
}
