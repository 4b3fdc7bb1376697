import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Work } from '../db/change.ts'
import type { Database } from '../db/database.gen.ts'

/** Rows whose time is before this, so many at a time. */
export type RetentionBatch = { before: Date; most: number }

type RetentionFacts = {
  /** Names it in the audit and in the personal data of domains. */
  name: string
  /** What is kept, as administrators and members read it. */
  title: string
} & (
  | {
      /** The setting that holds the days and says why. */
      setting: SettingKey
    }
  | { days: number; reason: string }
)

/** Rows of a table that go when their time is long enough ago. */
type RetentionTable = RetentionFacts & {
  table: keyof Database
  column: string
  /** Only these rows of it. */
  where?: RawBuilder<boolean>
}

/** What is emptied or counted otherwise says itself how, for all rows or a batch of them; and how many those were. */
type RetentionAction = RetentionFacts & {
  /** The table it is about, where it is one of the portal. */
  table?: keyof Database
  remove: (work: Work, batch: RetentionBatch) => Promise<number>
}

/** What a domain does not keep for ever, and how long it does. A nightly job deletes the rest. */
export type Retention = RetentionTable | RetentionAction

/** A row that is being changed just now is left for the next time, so that nothing waits for the clean-up. */
export const removeBatch = async (
  work: Work,
  retention: Retention,
  { before, most }: RetentionBatch,
): Promise<number> => {
  if ('remove' in retention) return retention.remove(work, { before, most })
  const { column, where = sql<boolean>`true` } = retention
  const table = sql.table(retention.table)
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${sql.ref(column)} < ${before} and ${where} limit ${most} for update skip locked
    ))`.execute(work.tx)
  return Number(numAffectedRows ?? 0)
}
