import { meetingTypeLabels } from '@spacekeeper/contract/meetings/words.ts'
import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import type {
  InstructedMotion,
  OwnProxies,
  OwnProxy,
  ProxyChance,
  ProxyDetails,
} from '@spacekeeper/contract/proxies/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { type NameFacts, shownName } from '#platform/shown-name.ts'
import { acceptanceRefusals } from './answers.ts'
import { heldOn } from './letter-file.ts'
import { letterName } from './parties.ts'
import { listProxyMeetings, meetingTitle, type ProxyMeetingRow, readProxyFacts } from './proxy-facts.ts'
import { proxyState, type ProxyRow } from './proxy-row.ts'
import { refusalWords } from './refusals.ts'
import { judgePrincipal, judgeProxyMeeting, meetingStage, proxiesCloseAt } from './rules.ts'

const mostListed = 100
/** The next meetings for which a proxy can be given. */
const mostMeetings = 10
const dayMs = 24 * 3_600_000

/** What a principal wants voted: of motions that are not closed, for the holder only those they said something about. */
const instructionsFor = (memberId: number) => sql<InstructedMotion[]>`(
  select coalesce(json_agg(json_build_object('motionId', mo.id, 'title', mo.title, 'words', coalesce(i.words, ''))
    order by mo.id), '[]')
  from motions mo left join proxy_instructions i on i.motion_id = mo.id and i.proxy_id = p.id
  where mo.meeting_id = p.meeting_id and mo.closed_at is null and p.ended_at is null
    and (i.words is not null or p.member_id = ${memberId}::int))`

/** Living proxies, and those of meetings to come that ended lately. */
const readOwn = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('proxies as p')
    .innerJoin('meetings as g', 'g.id', 'p.meeting_id')
    .innerJoin('members as m', (join) =>
      join.on('m.id', '=', sql<number>`case when p.member_id = ${memberId}::int then p.holder_id else p.member_id end`),
    )
    .selectAll('p')
    .select(['m.first_name', 'm.last_name', 'm.screen_name', 'm.name_choice'])
    .select(['g.type', 'g.name', 'g.starts_at as startsAt', 'g.opened_at as openedAt'])
    .select(['g.closed_at as closedAt', 'g.cancelled_at as cancelledAt'])
    .select(instructionsFor(memberId).as('instructions'))
    .where((is) => is.or([is('p.member_id', '=', memberId), is('p.holder_id', '=', memberId)]))
    .where((is) =>
      is.or([
        is('p.ended_at', 'is', null),
        is.and([
          is('g.starts_at', '>', ctx.now()),
          is('p.ended_at', '>', new Date(ctx.now().getTime() - 30 * dayMs)),
          is('p.end_reason', '<>', 'replaced'),
        ]),
      ]),
    )
    .where('g.starts_at', '>', new Date(ctx.now().getTime() - 366 * dayMs))
    .orderBy((is) => is('p.ended_at', 'is not', null))
    .orderBy('g.starts_at', 'desc')
    .orderBy('p.id')
    .limit(mostListed)
    .execute()

type OwnProxyRow = Awaited<ReturnType<typeof readOwn>>[number]

const meetingOf = (row: OwnProxyRow): ProxyMeetingRow => ({ ...row, id: row.meeting_id })

type DetailsReader = { memberId: number; now: Date; refusal: string | null; byDefault: NameChoice }

const asDetails = (row: OwnProxyRow, { memberId, now, refusal, byDefault }: DetailsReader): ProxyDetails => {
  const isMine = row.member_id === memberId
  const reads = (member: NameFacts) =>
    isMine && row.accepted_at === null ? shownName(member, byDefault) : letterName(member)
  return {
    id: row.id,
    meeting: { id: row.meeting_id, title: meetingTitle(row), startsAt: row.startsAt.toISOString() },
    isMine,
    name: reads(row),
    memberCity: row.member_city,
    proxyCity: row.holder_city,
    createdAt: row.created_at.toISOString(),
    state: proxyState(row),
    isOpen: row.ended_at === null && ['coming', 'begun'].includes(meetingStage(row, now)),
    refusal,
    endWords: row.end_words,
    instructions: row.instructions,
  }
}

const listDetails = async (ctx: Ctx, memberId: number): Promise<ProxyDetails[]> => {
  const rows = await readOwn(ctx, memberId)
  const asked = rows.filter((row) => row.holder_id === memberId && proxyState(row) === 'waiting')
  const refusals = await acceptanceRefusals(ctx, {
    db: ctx.db,
    waiting: asked.map((row) => ({ row, meeting: meetingOf(row), principalName: letterName(row) })),
  })
  const byDefault = await ctx.settings.get('SHOWN_NAME')
  const refusalOf = (row: Pick<ProxyRow, 'id'>) => refusals[asked.findIndex(({ id }) => id === row.id)] ?? null
  return rows.map((row) => asDetails(row, { memberId, now: ctx.now(), refusal: refusalOf(row), byDefault }))
}

/** The meetings to come, and why the member can't give a proxy for one. */
const listChances = async (ctx: Ctx, memberId: number): Promise<ProxyChance[]> => {
  const meetings = await listProxyMeetings(ctx, mostMeetings)
  if (meetings.length === 0) return []
  const pairs = meetings.map((meeting) => ({ meeting, principalId: memberId, holderId: memberId }))
  const facts = await readProxyFacts(ctx, { db: ctx.db, pairs })
  const settings = await ctx.settings.all()
  return facts.map((one, at) => {
    const meeting = meetings[at] ?? pairs[0]?.meeting
    const refusal = judgeProxyMeeting(one, 'give') ?? judgePrincipal(one.principal)
    const names = { principalName: '', holderName: '', held: one.principal.held, mostHeld: one.holder.mostHeld }
    return {
      id: meeting?.id ?? 0,
      title: meeting ? meetingTitle(meeting) : '',
      startsAt: one.meeting.startsAt.toISOString(),
      heldOn: heldOn(settings, one.meeting.startsAt),
      closesAt: proxiesCloseAt(one.meeting.startsAt, one.deadlineHours).toISOString(),
      refusal: refusal && refusalWords(refusal, 'principal', names),
    }
  })
}

const findLastCity = async (ctx: Ctx, memberId: number): Promise<string> => {
  const row = await ctx.db
    .selectFrom('proxies')
    .select('member_city')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.member_city ?? ''
}

/** What the caller has given and holds, and what they may still do. */
export const listOwnProxies = async (ctx: Ctx): Promise<OwnProxies> => {
  const memberId = memberOf(ctx).id
  const [details, meetings, lastCity, member, isAccepted] = await Promise.all([
    listDetails(ctx, memberId),
    listChances(ctx, memberId),
    findLastCity(ctx, memberId),
    ctx.db.selectFrom('members').select(['first_name', 'last_name']).where('id', '=', memberId).executeTakeFirst(),
    ctx.settings.get('PROXY_HOLDER_ACCEPTS'),
  ])
  const held = details.filter(({ isMine }) => !isMine)
  return {
    given: details.filter(({ isMine }) => isMine),
    // What waits for an answer stands first.
    held: held.toSorted((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting')),
    meetings,
    fullName: letterName(member),
    lastCity,
    isAccepted,
  }
}

/** The living proxies the caller has given, as existing clients list them. */
export const listGivenProxies = async (ctx: Ctx): Promise<OwnProxy[]> => {
  const byDefault = await ctx.settings.get('SHOWN_NAME')
  const rows = await ctx.db
    .selectFrom('proxies as p')
    .innerJoin('meetings as g', 'g.id', 'p.meeting_id')
    .innerJoin('members as m', 'm.id', 'p.holder_id')
    .select(['p.id', 'p.accepted_at', 'p.end_reason', 'g.starts_at', 'g.type'])
    .select(['m.first_name', 'm.last_name', 'm.screen_name', 'm.name_choice'])
    .where('p.member_id', '=', memberOf(ctx).id)
    .where('p.ended_at', 'is', null)
    .orderBy('g.starts_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.accepted_at === null ? shownName(row, byDefault) : letterName(row),
    date: row.starts_at.toISOString(),
    type: meetingTypeLabels[row.type],
    state: proxyState(row),
  }))
}
