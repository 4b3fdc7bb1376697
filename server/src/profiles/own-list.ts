import type { Ctx } from '#platform/ctx.ts'
import type { Cell } from '#platform/csv/write-csv.ts'

/** Read this many at a time, so that ten years of swipes need no more memory than a day of them. */
export const pageSize = 1000

export type OwnRow = Record<string, Cell | readonly string[] | Record<string, unknown>>
export type OwnList = { name: string; columns: readonly string[]; read: (ctx: Ctx, memberId: number) => Pages }
type Pages = AsyncIterable<OwnRow[]>
type Keyed = { id: number | string }

/** All rows of a query in the order of their ids, a page after the other. */
export const paged = <Row extends Keyed>(query: (after: number, limit: number) => Promise<Row[]>) =>
  async function* () {
    let after = 0
    for (;;) {
      const rows = await query(after, pageSize)
      if (rows.length > 0) yield rows
      if (rows.length < pageSize) return
      after = Number(rows.at(-1)?.id)
    }
  }
