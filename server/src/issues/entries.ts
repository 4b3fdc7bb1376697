import type { IssueEntry, IssueState } from '@spacekeeper/contract/issues/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { fullNameOf } from '#platform/shown-name.ts'

type NewIssueEntry = {
  reportId: number
  kind: IssueEntry['kind']
  state?: IssueState
  text?: string
  /** The member who looks after it from then on. */
  ownerId?: number | null
}

/** Adds lines to the history of reports, in the name of the caller. */
export const addEntries = async ({ tx, ctx }: Work, entries: readonly NewIssueEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await tx
    .insertInto('issue_entries')
    .values(
      entries.map(({ reportId, kind, state = null, text = '', ownerId = null }) => ({
        report_id: reportId,
        at: ctx.now(),
        member_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        kind,
        state,
        text: text.slice(0, 2000),
        owner_id: ownerId,
      })),
    )
    .execute()
}

/** More lines than these no report has; the newest count. */
const most = 500

/** What members read of a report: that it was reported, what state it went to and, for the reporter, what staff wrote. */
const forMembers: readonly IssueEntry['kind'][] = ['reported', 'state', 'reply', 'merged', 'lockedOut', 'unlocked']

export type StoredEntry = IssueEntry & { reportId: number }

/** The histories of these reports, the oldest line first. Members read no names of staff, and no notes of theirs. */
export const listIssueEntries = async (
  { db }: Pick<Ctx, 'db'>,
  { reportIds, isForStaff }: { reportIds: readonly number[]; isForStaff: boolean },
): Promise<StoredEntry[]> => {
  if (reportIds.length === 0) return []
  const rows = await db
    .selectFrom('issue_entries as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .leftJoin('members as o', 'o.id', 'e.owner_id')
    .select(['e.id', 'e.report_id', 'e.at', 'e.kind', 'e.state', 'e.text', 'm.closed_at'])
    .select([fullNameOf<string | null>('m').as('name'), fullNameOf<string | null>('o').as('owner')])
    .where('e.report_id', '=', sql<number>`any(${[...reportIds]}::int[])`)
    .$if(!isForStaff, (query) => query.where('e.kind', 'in', [...forMembers]))
    .orderBy('e.id', 'desc')
    .limit(most * (isForStaff ? 1 : 4))
    .execute()
  return rows
    .map(({ id, report_id, at, kind, state, text, name, closed_at, owner }) => ({
      id,
      reportId: report_id,
      at: at.toISOString(),
      kind,
      by: isForStaff && closed_at === null ? name : null,
      state,
      text: owner ?? text,
    }))
    .toReversed()
}
