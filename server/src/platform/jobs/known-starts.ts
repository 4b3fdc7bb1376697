import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { readRows } from '../db/read-rows.ts'

/** A task of the timetable: since when the queue knows it, and when it last started it. */
export type KnownStart = { name: string; since: Date; startedAt: Date | null }

/** What the queue notes of its timetable. That a task started says nothing of how it ended: failed ones stay in the queue. */
export const listKnownStarts = (ctx: Ctx): Promise<KnownStart[]> =>
  readRows(
    ctx,
    sql<KnownStart>`select identifier as name, known_since as since, last_execution as "startedAt"
      from graphile_worker._private_known_crontabs`,
  )
