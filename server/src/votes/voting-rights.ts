import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import type { noVoteReasons } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { shownNameOf } from '#platform/shown-name.ts'
import { findActingFacts, findBar, lockActing, mayAct } from '../access/acting-members.ts'
import type { RollReading } from '../meetings/attendance/roll-facts.ts'

/** A vote that a member may cast now. */
export type HeldVote = {
  principalId: number
  name: string
  isOwn: boolean
  isUsed: boolean
  ground: 'own' | 'proxy'
  proxyId: number | null
}

/**
 * Whether votes are taken at an instant. The job that closes a vote comes a moment after its time, and votes at a
 * meeting are only taken while it is on.
 */
export const isMotionOpen = (now: Date) => sql<boolean>`(
  m.opened_at is not null and m.closed_at is null and (m.closes_at is null or m.closes_at > ${now})
  and (m.meeting_id is null or exists (select from meetings g where g.id = m.meeting_id
    and g.opened_at is not null and g.closed_at is null and g.cancelled_at is null)))`

/** Whether a member is at the meeting of motion `m`. */
const isPresent = (memberId: ReturnType<typeof sql.ref> | number) => sql<boolean>`exists (
  select from meeting_attendance a
  where a.meeting_id = m.meeting_id and a.member_id = ${memberId} and a.left_at is null)`

const isOnMeetingRoll = (memberId: ReturnType<typeof sql.ref> | number) => sql<boolean>`exists (
  select from meeting_roll r where r.meeting_id = m.meeting_id and r.member_id = ${memberId})`

/**
 * The votes that a member holds on a motion `m`: their own if they are on its roll and, at a meeting, there; and those
 * of members on the roll who are not there and whose accepted proxy they are, while they are there themselves. None of a
 * member who may not vote, and none for a member who may not.
 */
export const heldVotes = (memberId: number) => sql<{ principalId: number; proxyId: number | null }>`(
  select ${memberId}::int as "principalId", null::int as "proxyId"
  where case when m.meeting_id is null
    then exists (select from motion_roll r where r.motion_id = m.id and r.member_id = ${memberId})
    else ${isOnMeetingRoll(memberId)} and ${isPresent(memberId)} end and ${mayAct('vote', memberId)}
  union all
  select p.member_id, p.id from proxies p
  where p.meeting_id = m.meeting_id and p.holder_id = ${memberId}
    and p.accepted_at is not null and p.ended_at is null
    and ${isOnMeetingRoll(sql.ref('p.member_id'))} and not ${isPresent(sql.ref('p.member_id'))}
    and ${isPresent(memberId)} and ${mayAct('vote', memberId)} and ${mayAct('vote', sql.ref('p.member_id'))})`

type RightsInput = { motionId: number; memberId: number; now: Date; shownNames?: NameChoice }

/** The votes a member may cast now, their own first; none while the motion is not open. */
export const votingRights = async (
  db: RollReading,
  { motionId, memberId, now, shownNames = 'screenName' }: RightsInput,
): Promise<HeldVote[]> => {
  const held = sql<Omit<HeldVote, 'ground' | 'isOwn'>>`(
    select h."principalId", h."proxyId", ${shownNameOf('p', shownNames)} as name,
      exists (select from vote_marks v where v.motion_id = m.id and v.principal_id = h."principalId") as "isUsed"
    from motions m cross join lateral ${heldVotes(memberId)} h join members p on p.id = h."principalId"
    where m.id = ${motionId} and ${isMotionOpen(now)})`
  const rows = await db
    .selectFrom(held.as('h'))
    .selectAll()
    .orderBy(sql`h."proxyId" is not null`)
    .orderBy('h.name')
    .orderBy('h.principalId')
    .execute()
  return rows.map((row) => ({ ...row, isOwn: row.proxyId === null, ground: row.proxyId === null ? 'own' : 'proxy' }))
}

/** The votes a member may cast, who is locked by now together with those whose votes these are. */
export const lockHeldVotes = async (
  work: Work,
  { motionId, principalIds }: { motionId: number; principalIds: readonly number[] },
): Promise<ReadonlySet<number>> => {
  const memberId = memberOf(work.ctx).id
  await lockActing(work, [memberId, ...principalIds])
  const rights = await votingRights(work.tx, { motionId, memberId, now: work.now })
  return new Set(rights.map(({ principalId }) => principalId))
}

/** Why a member has no vote of their own on a motion that is open; null if they have one. */
export const findNoVote = async (
  db: RollReading,
  { motionId, memberId }: { motionId: number; memberId: number },
): Promise<(typeof noVoteReasons)[number] | null> => {
  const question = sql<{ isOnRoll: boolean; isHere: boolean; hasProxy: boolean }>`(
    select case when m.meeting_id is null
        then exists (select from motion_roll r where r.motion_id = m.id and r.member_id = ${memberId})
        else ${isOnMeetingRoll(memberId)} end as "isOnRoll",
      m.meeting_id is null or ${isPresent(memberId)} as "isHere",
      exists (select from proxies p where p.meeting_id = m.meeting_id and p.member_id = ${memberId}
        and p.accepted_at is not null and p.ended_at is null) as "hasProxy"
    from motions m where m.id = ${motionId})`
  const facts = await db.selectFrom(question.as('q')).selectAll().executeTakeFirst()
  if (!facts?.isOnRoll) return 'notOnRoll'
  const bar = findBar('vote', (await findActingFacts(db, memberId)) ?? { closed: true })
  if (bar !== null) return bar === 'noGuardian' ? 'noGuardian' : 'suspended'
  if (facts.isHere) return null
  return facts.hasProxy ? 'proxyVotes' : 'notPresent'
}

/** A motion as stored, locked until the transaction ends: votes, opening and closing come one after the other. */
export const lockMotion = async ({ tx }: Work, motionId: number) => {
  const row = await tx.selectFrom('motions').selectAll().where('id', '=', motionId).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** A locked motion that takes votes now; an error otherwise. */
export const lockOpenMotion = async (work: Work, motionId: number) => {
  const row = await lockMotion(work, motionId)
  const open = await work.tx
    .selectFrom('motions as m')
    .select('m.id')
    .where('m.id', '=', motionId)
    .where(isMotionOpen(work.now))
    .executeTakeFirst()
  if (!open) throw new AppError('voteNotOpen')
  return row
}
