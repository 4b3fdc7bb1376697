import { meetingName, type MeetingType } from '@spacekeeper/contract/meetings/words.ts'
import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { readOnly, type Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { screens } from '#platform/live/screens.ts'
import { votersAmong } from './roll.ts'
import type { MeetingTimes, ProxyFacts } from './rules.ts'

export type ProxyMeetingRow = MeetingTimes & { id: number; type: MeetingType; name: string }

const meetingsOf = (db: ReadonlyKysely<Database>) =>
  db.selectFrom('meetings').select(columns('id, type, name, starts_at, opened_at, closed_at, cancelled_at'))

/** A meeting as its proxies see it. */
export const findProxyMeeting = (ctx: Pick<Ctx, 'db'>, meetingId: number): Promise<ProxyMeetingRow | undefined> =>
  meetingsOf(ctx.db).where('id', '=', meetingId).executeTakeFirst()

/** The next meetings, soonest first; also those that are on. */
export const listProxyMeetings = (ctx: Ctx, most: number): Promise<ProxyMeetingRow[]> =>
  meetingsOf(ctx.db)
    .where('cancelled_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('starts_at', '>', ctx.now())
    .orderBy('starts_at')
    .orderBy('id')
    .limit(most)
    .execute()

/**
 * Locks a meeting: what is decided about its proxies is decided one after the other, so that neither the most a member
 * may hold nor the rule against chains is passed by two at once.
 */
export const lockProxyMeeting = ({ tx }: Work, meetingId: number): Promise<ProxyMeetingRow | undefined> =>
  meetingsOf(readOnly(tx)).where('id', '=', meetingId).forNoKeyUpdate().executeTakeFirst()

/** What a meeting is called within a sentence. */
export const meetingTitle = ({ type, name }: { type: MeetingType; name: string }): string => meetingName({ type, name })

/** Proxies that count unless their principal is there. */
const isAccepted = sql<boolean>`p.accepted_at is not null and p.ended_at is null`

type ProxyPair = { meeting: ProxyMeetingRow; principalId: number; holderId: number }

type PairCounts = { principalHeld: number; isPrincipalPresent: boolean; hasHolderGiven: boolean; holderHeld: number }

const readCounts = (db: ReadonlyKysely<Database>, pairs: readonly ProxyPair[]): Promise<PairCounts[]> => {
  const asked = pairs.map(({ meeting, principalId, holderId }, at) => ({
    at,
    meetingId: meeting.id,
    principalId,
    holderId,
  }))
  const counts = sql<PairCounts & { at: number }>`(select pair.at,
    (select count(*)::int from proxies p where p.meeting_id = pair."meetingId" and p.holder_id = pair."principalId"
      and ${isAccepted}) as "principalHeld",
    exists (select from meeting_attendance a where a.meeting_id = pair."meetingId" and a.member_id = pair."principalId"
      and a.left_at is null) as "isPrincipalPresent",
    exists (select from proxies p where p.meeting_id = pair."meetingId" and p.member_id = pair."holderId"
      and ${isAccepted}) as "hasHolderGiven",
    (select count(*)::int from proxies p where p.meeting_id = pair."meetingId" and p.holder_id = pair."holderId"
      and p.member_id <> pair."principalId" and ${isAccepted}) as "holderHeld"
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as pair(at int, "meetingId" int, "principalId" int, "holderId" int))`
  return db.selectFrom(counts.as('counts')).selectAll().orderBy('at').execute()
}

const readVoters = async (
  ctx: WorkCtx,
  { db, pairs }: { db: ReadonlyKysely<Database>; pairs: readonly ProxyPair[] },
) => {
  const voters = new Map<number, ReadonlySet<number>>()
  for (const [meetingId, those] of Map.groupBy(pairs, ({ meeting }) => meeting.id)) {
    const memberIds = [...new Set(those.flatMap(({ principalId, holderId }) => [principalId, holderId]))]
    voters.set(meetingId, await votersAmong(ctx, { db, meetingId, memberIds }))
  }
  return (meetingId: number, memberId: number) => voters.get(meetingId)?.has(memberId) ?? false
}

/** What the rules ask about members, holders and meetings, in the same order, as it is where `db` reads. */
export const readProxyFacts = async (
  ctx: WorkCtx,
  { db, pairs }: { db: ReadonlyKysely<Database>; pairs: readonly ProxyPair[] },
): Promise<ProxyFacts[]> => {
  const settings = await ctx.settings.all()
  const counts = await readCounts(db, pairs)
  const isOnRoll = await readVoters(ctx, { db, pairs })
  return pairs.map(({ meeting, principalId, holderId }, at) => ({
    meeting,
    now: ctx.now(),
    deadlineHours: settings.PROXY_DEADLINE_HOURS,
    principal: {
      isOnRoll: isOnRoll(meeting.id, principalId),
      isPresent: counts[at]?.isPrincipalPresent ?? false,
      held: counts[at]?.principalHeld ?? 0,
    },
    holder: {
      isSelf: principalId === holderId,
      isOnRoll: isOnRoll(meeting.id, holderId),
      hasGivenOwn: counts[at]?.hasHolderGiven ?? false,
      held: counts[at]?.holderHeld ?? 0,
      mostHeld: settings.PROXY_MAX_PER_HOLDER,
    },
  }))
}

/** Whose screens a proxy is on: those of everyone who looks at the meeting, such as its quorum, and of its members. */
export const proxyNotices = [screens.notice({ topic: 'meetings', audience: 'everybody' })]
