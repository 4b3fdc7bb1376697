import type { QuorumMeter } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { maxQuorumChanges } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { type VoteQuorum, voteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import { sql } from 'kysely'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { MeetingRow } from '../meeting-row.ts'
import { quorumHistory, type QuorumRule } from './quorum-rules.ts'
import { type RollReading, rollFactsOf, rollDay, rollFactsQuery, rollSettingsOf } from './roll-facts.ts'
import { rollReasonOf } from './roll-rules.ts'

const ruleBySettings = async ({ settings }: Pick<Ctx, 'settings'>): Promise<QuorumRule> => {
  const site = await settings.all()
  return {
    kind: site.QUORUM_KIND,
    number: site.QUORUM_NUMBER,
    percent: site.QUORUM_SHARE,
    committee: site.QUORUM_COMMITTEE,
    countsProxies: site.QUORUM_COUNTS_PROXIES,
  }
}

/** Fixes how many have to be there: what is set later does not change a meeting that was opened. */
export const storeQuorumRule = async ({ tx, ctx }: Work, meetingId: number): Promise<void> => {
  const { countsProxies, ...rule } = await ruleBySettings(ctx)
  await tx
    .insertInto('meeting_quorum_rules')
    .values({ meeting_id: meetingId, ...rule, counts_proxies: countsProxies })
    .execute()
}

const findRule = async (
  db: RollReading,
  { ctx, meetingId }: { ctx: WorkCtx; meetingId: number },
): Promise<QuorumRule> => {
  const fixed = await db
    .selectFrom('meeting_quorum_rules')
    .select(['kind', 'number', 'percent', 'committee', 'counts_proxies as countsProxies'])
    .where('meeting_id', '=', meetingId)
    .executeTakeFirst()
  return fixed ?? ruleBySettings(ctx)
}

/** The members on the roll: frozen, or as it would be now. */
const findRoll = async (
  db: RollReading,
  { ctx, meeting }: { ctx: WorkCtx; meeting: MeetingRow },
): Promise<Set<number>> => {
  if (meeting.roll_frozen_at !== null) {
    const rows = await db
      .selectFrom('meeting_roll')
      .select('member_id as id')
      .where('meeting_id', '=', meeting.id)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  const settings = await rollSettingsOf(ctx)
  const day = rollDay(meeting.starts_at, { settings, now: ctx.now() })
  const rows = await rollFactsQuery(db, settings.rule).where('m.closed_at', 'is', null).execute()
  const isOn = (row: (typeof rows)[number]) =>
    rollReasonOf(rollFactsOf(row, settings.zone), { rule: settings.rule, day }) === null
  return new Set(rows.filter(isOn).map(({ id }) => id))
}

/** Who is and was at a meeting, and which members are represented. */
const findStays = (db: RollReading, meetingId: number) =>
  db
    .selectFrom('meeting_attendance')
    .select(['member_id as memberId', 'arrived_at as from', 'left_at as to'])
    .where('meeting_id', '=', meetingId)
    .execute()

/** A proxy of a member who is suspended counted until then; their own stay the suspension ended itself. */
const findProxies = async (db: RollReading, meetingId: number) => {
  const rows = await db
    .selectFrom('proxies as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select(['p.member_id as principalId', 'p.holder_id as holderId', 'p.accepted_at'])
    .select(sql<Date | null>`least(p.ended_at, m.suspended_at)`.as('to'))
    .where('p.meeting_id', '=', meetingId)
    .where('p.accepted_at', 'is not', null)
    .execute()
  return rows.flatMap(({ accepted_at: from, ...row }) => (from === null ? [] : [{ ...row, from }]))
}

/** How many are there, how many there have to be, and when that was reached and lost. A few queries, however many came. */
export const readQuorumMeter = async (
  db: RollReading,
  { ctx, meeting }: { ctx: WorkCtx; meeting: MeetingRow },
): Promise<QuorumMeter> => {
  const [rule, roll, stays, proxies] = [
    await findRule(db, { ctx, meetingId: meeting.id }),
    await findRoll(db, { ctx, meeting }),
    await findStays(db, meeting.id),
    await findProxies(db, meeting.id),
  ]
  const { opened_at: openedAt, closed_at: closedAt } = meeting
  const { changes, ...count } = quorumHistory({ rule, roll, stays, proxies, openedAt, closedAt })
  return {
    ...count,
    kind: rule.kind,
    onRoll: roll.size,
    countsProxies: rule.countsProxies,
    since: changes.at(-1)?.at.toISOString() ?? null,
    changes: changes
      .slice(-maxQuorumChanges)
      .map(({ at, isReached, present, represented }) => ({ at: at.toISOString(), isReached, present, represented })),
  }
}

/** Whether there is a quorum now, for what is decided now; null where none is demanded. */
export const countQuorum = async ({ tx, ctx }: Work, meeting: MeetingRow): Promise<VoteQuorum | null> => {
  const { needed, present, represented, countsProxies } = await readQuorumMeter(tx, { ctx, meeting })
  return voteQuorum(present + (countsProxies ? represented : 0), needed)
}
