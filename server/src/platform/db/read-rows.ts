import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../ctx.ts'

/** The rows of a `select` that is written as SQL, in its order: for sums that a query builder makes no clearer. */
export const readRows = async <Row>({ db }: Pick<Ctx, 'db'>, query: RawBuilder<Row>): Promise<Row[]> => {
  const rows = await db
    .selectFrom(sql<object>`(${query})`.as('rows'))
    .selectAll()
    .execute()
  return rows as Row[] // its columns are those of the query
}
