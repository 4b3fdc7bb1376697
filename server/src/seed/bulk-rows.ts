import { sql, type Insertable, type Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type TableName = keyof Database

/** A row as it is inserted, with a number of our choice where the database would choose one. */
export type SeededRow<T extends TableName> = Insertable<Database[T]>

/** Numbers are fixed before anything is stored, so that rows can name each other. */
export const nextIdOf = async (db: Kysely<Database>, table: TableName): Promise<number> => {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0)::int + 1 as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 1
}

/**
 * Inserts any number of rows of the same columns in one statement, in their order. The rows travel as one value, so
 * neither the number of parameters nor the length of the statement grows with them.
 */
export const insertRows = async (
  db: Kysely<Database>,
  table: TableName,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}

/** Lets the database go on counting where chosen numbers end. */
export const skipIds = async (db: Kysely<Database>, table: TableName): Promise<void> => {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}
