// On its own: what was asked for earlier is not written over what was asked for later, whichever process asked.
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'

/** The database's clock, which several portals share. */
export const dbNow = async (ctx: Ctx): Promise<Date> => {
  const [row] = await readRows(ctx, sql<{ at: Date }>`select clock_timestamp() as at`)
  return row?.at ?? ctx.now()
}
