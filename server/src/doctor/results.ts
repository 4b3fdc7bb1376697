import type { HealthState } from '@spacekeeper/contract/doctor/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import type { HealthResult } from './examination.ts'

/** What is kept of a result. `state` is null where there was nothing to look at. */
export type KeptResult = {
  name: string
  lookedAt: Date
  state: HealthState | null
  says: string
  at: Date | null
  todo: string | null
  to: string | null
}

const maxLength = 2000

/** A result as it is kept and shown. */
export const keptOf = ({ check, finding, lookedAt }: HealthResult): KeptResult => ({
  name: check.name,
  lookedAt,
  state: finding?.state ?? null,
  says: finding?.says.slice(0, maxLength) ?? '',
  at: finding?.at ?? null,
  todo: finding && finding.state !== 'well' ? finding.todo.slice(0, maxLength) : null,
  to: finding && finding.state !== 'well' ? (finding.to ?? null) : null,
})

/** Whether the home page counts it: what is unknown says nothing yet. */
const isWarning = ({ finding }: HealthResult): boolean =>
  (finding?.state === 'attention' || finding?.state === 'wrong') && finding.isToldOnHome !== true

const rowOf = (result: HealthResult) => {
  const { name, lookedAt, state, says, at, todo, to } = keptOf(result)
  return {
    name,
    looked_at: lookedAt,
    state,
    says: state === null ? null : says,
    at,
    todo,
    page: to,
    warns: isWarning(result),
  }
}

/** Keeps results, and says who is told: staff, when what the home page counts is another than before. */
export const storeResults = async ({ tx }: Work, results: readonly HealthResult[]): Promise<Notice[]> => {
  if (results.length === 0) return []
  // In one order, so that two processes never wait for each other.
  const rows = results.map(rowOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const before = await tx.selectFrom('health_results').select(['name', 'warns']).execute()
  await tx
    .insertInto('health_results')
    .values(rows)
    .onConflict((on) =>
      on.column('name').doUpdateSet({
        looked_at: sql`excluded.looked_at`,
        state: sql`excluded.state`,
        says: sql`excluded.says`,
        at: sql`excluded.at`,
        todo: sql`excluded.todo`,
        page: sql`excluded.page`,
        warns: sql`excluded.warns`,
      }),
    )
    .execute()
  const warned = new Map(before.map(({ name, warns }) => [name, warns]))
  const isNews = rows.some(({ name, warns }) => (warned.get(name) ?? false) !== warns)
  return isNews ? [screens.notice({ topic: 'doctor', audience: { staff: ['settings'] } })] : []
}

/** Forgets checks that there are no more. */
export const forgetOtherResults = ({ tx }: Work, names: readonly string[]) =>
  tx
    .deleteFrom('health_results')
    .where(sql<boolean>`name <> all(${names}::text[])`)
    .execute()

/** What is kept of all checks, by their names. */
export const listResults = async (ctx: Ctx): Promise<Map<string, KeptResult>> => {
  const rows = await ctx.db.selectFrom('health_results').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        lookedAt: row.looked_at,
        state: row.state,
        says: row.says ?? '',
        at: row.at,
        todo: row.todo,
        to: row.page,
      },
    ]),
  )
}

/** No result for so long means that the job does not run, which is worth a look by itself. */
const deafMs = 60 * 60_000

/** What the home page of staff counts, a row each. */
export const warningsQuery = (now: Date) => sql`select from health_results where warns
  union all select from (select max(looked_at) as at from health_results) l
    where l.at < ${new Date(now.getTime() - deafMs)}::timestamptz`
