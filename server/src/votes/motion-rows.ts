import { meetingName } from '@spacekeeper/contract/meetings/words.ts'
import { hideFewVotes } from '@spacekeeper/contract/votes/counting.ts'
import { voteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import { CountedResult, type MotionOption, type MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import { mayAct } from '../access/acting-members.ts'
import type { RollReading } from '../meetings/attendance/roll-facts.ts'
import { phaseOfMotion } from './rules.ts'
import { heldVotes, isMotionOpen } from './voting-rights.ts'

/** Votes of the meeting of `m` that are present or represented now, of members who may vote. */
export const votesPresent = sql<number>`(
  select count(*)::int from meeting_roll r where r.meeting_id = m.meeting_id
    and ${mayAct('vote', sql.ref('r.member_id'))} and (
    exists (select from meeting_attendance a
      where a.meeting_id = r.meeting_id and a.member_id = r.member_id and a.left_at is null)
    or exists (select from proxies p
      join meeting_attendance h on h.meeting_id = p.meeting_id and h.member_id = p.holder_id and h.left_at is null
      where p.meeting_id = r.meeting_id and p.member_id = r.member_id
        and p.accepted_at is not null and p.ended_at is null and ${mayAct('vote', sql.ref('p.holder_id'))})))`

/** How many members have a vote on `m`, as its roll or that of its meeting is now. */
export const votesOnRoll = sql<number>`(case when m.meeting_id is null
  then (select count(*)::int from motion_roll r where r.motion_id = m.id)
  else (select count(*)::int from meeting_roll r where r.meeting_id = m.meeting_id) end)`

const optionsOf = sql<MotionOption[]>`coalesce((
  select json_agg(json_build_object('position', o.position, 'name', o.name, 'details', o.details) order by o.position)
  from motion_options o where o.motion_id = m.id), '[]')`

const waitingOf = (memberId: number, now: Date) => sql<number>`(case when ${isMotionOpen(now)} then (
  select count(*)::int from ${heldVotes(memberId)} h where not exists (
    select from vote_marks v where v.motion_id = m.id and v.principal_id = h."principalId")) else 0 end)`

const columns = [
  'm.id',
  'm.meeting_id as meetingId',
  'm.kind',
  'm.title',
  'm.details',
  'm.ballot',
  'm.method',
  'm.seats',
  'm.share_numerator as numerator',
  'm.share_denominator as denominator',
  'm.share_of as shareOf',
  'm.opens_at as opensAt',
  'm.closes_at as closesAt',
  'm.opened_at as openedAt',
  'm.closed_at as closedAt',
  'm.published_at as publishedAt',
  'm.lot',
  'm.result',
  'm.opening_counted',
  'm.opening_needed',
  'm.closing_counted',
  'm.closing_needed',
] as const

/** Motions with their meeting, options and turnout, and how many votes a member could still cast. */
export const motionQuery = (db: RollReading, { memberId, now }: { memberId: number; now: Date }) =>
  db
    .selectFrom('motions as m')
    .leftJoin('meetings as g', 'g.id', 'm.meeting_id')
    .select(columns)
    .select(['g.type as meetingType', 'g.name as meetingOwnName', 'g.starts_at as meetingStartsAt'])
    .select([
      optionsOf.as('options'),
      sql<number>`(select count(*)::int from vote_marks v where v.motion_id = m.id)`.as('turnout'),
      sql<number>`coalesce(m.roll, ${votesOnRoll})`.as('roll'),
      sql<number | null>`case when m.closed_at is not null then m.present
        when m.meeting_id is not null and m.opened_at is not null then ${votesPresent} end`.as('present'),
      waitingOf(memberId, now).as('waiting'),
    ])

export type StoredMotion = Awaited<ReturnType<ReturnType<typeof motionQuery>['executeTakeFirstOrThrow']>>

const instant = (at: Date | null) => at?.toISOString() ?? null

/** A motion on the wire. Of a secret ballot with few votes its numbers stay here. */
export const asMotionRow = (row: StoredMotion, now: Date): MotionRow => {
  const { details, lot, result, numerator, denominator, meetingType, meetingOwnName, meetingStartsAt, ...named } = row
  const { opening_counted, opening_needed, closing_counted, closing_needed, ...rest } = named
  return {
    ...rest,
    meetingName: meetingType === null ? null : meetingName({ type: meetingType, name: meetingOwnName ?? '' }),
    meetingStartsAt: instant(meetingStartsAt),
    share: numerator === null || denominator === null ? null : { numerator, denominator },
    phase: phaseOfMotion(row, now),
    opensAt: instant(row.opensAt),
    closesAt: instant(row.closesAt),
    openedAt: instant(row.openedAt),
    closedAt: instant(row.closedAt),
    publishedAt: instant(row.publishedAt),
    quorumAtOpening: voteQuorum(opening_counted, opening_needed),
    quorumAtClosing: voteQuorum(closing_counted, closing_needed),
    result: result === null ? null : hideFewVotes(CountedResult.parse(result), row.ballot === 'secret'),
  }
}
