import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { MeetingProxies, MeetingProxy, ProxyPerson } from '@spacekeeper/contract/proxies/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readOnly, type Tx } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { mayAct } from '../access/acting-members.ts'
import { findProxyMeeting } from './proxy-facts.ts'
import { proxyState } from './proxy-row.ts'
import { refusalWords } from './refusals.ts'
import { votersAmong } from './roll.ts'
import { judgeProxyMeeting } from './rules.ts'

const mostListed = 1000
const mostFound = 20

type ProxyReading = Ctx['db'] | Tx

const isPresent = (column: 'p.member_id' | 'p.holder_id') => sql<boolean>`exists (
  select from meeting_attendance a
  where a.meeting_id = p.meeting_id and a.member_id = ${sql.ref(column)} and a.left_at is null)`

/** Every proxy of a meeting with full names, living ones first, by the name of the principal; at most 1,000. */
export const proxiesOf = async (db: ProxyReading, meetingId: number): Promise<MeetingProxy[]> => {
  const rows = await readOnly(db as Tx)
    .selectFrom('proxies as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('members as h', 'h.id', 'p.holder_id')
    .leftJoin('members as r', 'r.id', 'p.recorded_by')
    .select(
      columns('p.id, p.member_id, p.member_city, p.holder_id, p.holder_city, p.created_at, p.ended_at, p.end_words'),
    )
    .select(['p.accepted_at', 'p.end_reason', isPresent('p.holder_id').as('isHolderPresent')])
    .select([
      fullNameOf('m').as('memberName'),
      fullNameOf('h').as('holderName'),
      fullNameOf<string | null>('r').as('recordedBy'),
    ])
    .where('p.meeting_id', '=', meetingId)
    .orderBy((is) => is('p.ended_at', 'is not', null))
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy('p.id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(({ accepted_at, end_reason, ...row }) => ({
    ...withTimes(row),
    state: proxyState({ accepted_at, end_reason }),
  }))
}

/** How many members are at a meeting by proxy: those on its roll who are not there, and whose holder is. */
export const countRepresented = async (db: ProxyReading, meetingId: number): Promise<number> => {
  const { count } = await readOnly(db as Tx)
    .selectFrom('proxies as p')
    .innerJoin('meeting_roll as r', (join) =>
      join.onRef('r.meeting_id', '=', 'p.meeting_id').onRef('r.member_id', '=', 'p.member_id'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('p.meeting_id', '=', meetingId)
    .where('p.accepted_at', 'is not', null)
    .where('p.ended_at', 'is', null)
    .where(sql<boolean>`not ${isPresent('p.member_id')}`)
    .where(isPresent('p.holder_id'))
    .where(mayAct('vote', sql.ref('p.member_id')))
    .where(mayAct('vote', sql.ref('p.holder_id')))
    .executeTakeFirstOrThrow()
  return count
}

const getMeeting = async (ctx: Ctx, meetingId: number) => {
  const meeting = await findProxyMeeting(ctx, meetingId)
  if (!meeting) throw new AppError('notFound')
  return meeting
}

/** What staff see of a meeting's proxies. */
export const listMeetingProxies = async (ctx: Ctx, meetingId: number): Promise<MeetingProxies> => {
  const meeting = await getMeeting(ctx, meetingId)
  const settings = await ctx.settings.all()
  const proxies = await proxiesOf(ctx.db, meetingId)
  const refusal = judgeProxyMeeting({ meeting, now: ctx.now(), deadlineHours: settings.PROXY_DEADLINE_HOURS }, 'record')
  const names = { principalName: '', holderName: '', held: 0, mostHeld: 0 }
  return {
    proxies,
    counting: proxies.filter(({ state }) => state === 'counts').length,
    waiting: proxies.filter(({ state }) => state === 'waiting').length,
    obstacle: refusal && refusalWords(refusal, 'staff', names),
    isFeatureOn: isFeatureOn('enableProxyVoting', settings),
  }
}

/** Members by a part of their full name, for a proxy on paper; those who may vote first. */
export const listProxyPeople = async (
  ctx: Ctx,
  { meetingId, text }: { meetingId: number; text: string },
): Promise<ProxyPerson[]> => {
  await getMeeting(ctx, meetingId)
  const typed = text.trim()
  const rows = await ctx.db
    .selectFrom('members as m')
    .select(['m.id', fullNameOf('m').as('name')])
    .where('m.closed_at', 'is', null)
    .where((is) =>
      is.or([
        is('m.state', '=', 'active'),
        is.exists(
          is
            .selectFrom('meeting_roll as r')
            .select('r.member_id')
            .whereRef('r.member_id', '=', 'm.id')
            .where('r.meeting_id', '=', meetingId),
        ),
      ]),
    )
    .$if(typed !== '', (query) => query.where(matchWords(searchText(fullNameOf('m')), typed)))
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy('m.id')
    .limit(mostFound)
    .execute()
  const voters = await votersAmong(ctx, { db: ctx.db, meetingId, memberIds: rows.map(({ id }) => id) })
  return rows
    .map((row) => ({ ...row, isOnRoll: voters.has(row.id) }))
    .toSorted((a, b) => Number(b.isOnRoll) - Number(a.isOnRoll))
}
