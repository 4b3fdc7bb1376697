import { paragraphsOf } from '@spacekeeper/contract/agreements/words.ts'
import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import { meetingTypeLabels } from '@spacekeeper/contract/meetings/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { voteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { localDay } from '#platform/local-day.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import type { PdfPart } from '#platform/pdf/pdf.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { listItems } from './agenda.ts'
import { listApologies } from './apologies.ts'
import { readQuorumMeter } from './attendance/quorum.ts'
import { getMeetingRow } from './attendance/roll-facts.ts'
import { type MeetingRow, meetingSubject, nameOfMeeting } from './meeting-row.ts'
import { motionParts, type RegisterMotion } from './motion-results.ts'

const mostRows = 5000

/** Everyone who was there, a row for each time; whether they were on the roll. */
const listAttendance = (ctx: Ctx, meetingId: number) =>
  ctx.db
    .selectFrom('meeting_attendance as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .leftJoin('meeting_roll as r', (on) =>
      on.onRef('r.meeting_id', '=', 'a.meeting_id').onRef('r.member_id', '=', 'a.member_id'),
    )
    .select(['a.arrived_at as arrivedAt', 'a.left_at as leftAt', 'r.member_id as onRoll', fullNameOf('m').as('name')])
    .where('a.meeting_id', '=', meetingId)
    .orderBy('m.first_name')
    .orderBy('m.last_name')
    .orderBy('a.arrived_at')
    .limit(mostRows)
    .execute()

const listProxies = (ctx: Ctx, meetingId: number) =>
  ctx.db
    .selectFrom('proxies as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('members as h', 'h.id', 'p.holder_id')
    .select([fullNameOf('m').as('name'), fullNameOf('h').as('holder')])
    .select(['p.ended_at as endedAt', 'p.end_reason as endReason'])
    .where('p.meeting_id', '=', meetingId)
    .where('p.accepted_at', 'is not', null)
    .where((is) => is.or([is('p.ended_at', 'is', null), is('p.end_reason', 'in', ['arrived', 'expired'])]))
    .orderBy('m.first_name')
    .orderBy('m.last_name')
    .orderBy('p.id')
    .limit(mostRows)
    .execute()

const listMotions = async (ctx: Ctx, meetingId: number): Promise<RegisterMotion[]> => {
  const rows = await ctx.db
    .selectFrom('motions as o')
    .select(['o.title', 'o.details', 'o.ballot', 'o.closed_at as closedAt'])
    .select(['o.opening_counted', 'o.opening_needed', 'o.closing_counted', 'o.closing_needed'])
    // Counted is not shown yet: the result of a secret ballot is published some time after it closed.
    .select(sql`case when o.published_at is null then null else o.result end`.as('result'))
    .select(
      sql<string[]>`array(select p.name from motion_options p where p.motion_id = o.id order by p.position)`.as(
        'options',
      ),
    )
    .where('o.meeting_id', '=', meetingId)
    .orderBy('o.opened_at')
    .orderBy('o.id')
    .limit(mostRows)
    .execute()
  return rows.map((row) => ({
    ...row,
    atOpening: voteQuorum(row.opening_counted, row.opening_needed),
    atClosing: voteQuorum(row.closing_counted, row.closing_needed),
  }))
}

const readRegister = async (ctx: Ctx, row: MeetingRow) => {
  const [items, attendance, proxies, motions, apologies, meter, settings] = await Promise.all([
    listItems(ctx.db, row.id),
    listAttendance(ctx, row.id),
    listProxies(ctx, row.id),
    listMotions(ctx, row.id),
    listApologies(ctx.db, row.id),
    readQuorumMeter(ctx.db, { ctx, meeting: row }),
    ctx.settings.all(),
  ])
  return { row, items, attendance, proxies, motions, apologies, meter, settings }
}

type Register = Awaited<ReturnType<typeof readRegister>>

type Times = { day: (at: Date) => string; time: (at: Date | null) => string }

const timesOf = ({ settings }: Register): Times => {
  const [locale, timeZone] = [settings.SITE_LOCALE_CURRENCY, settings.SITE_TIME_ZONE]
  const long = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const short = dateFormat(locale, { timeStyle: 'short', timeZone })
  return { day: (at) => long.format(at), time: (at) => (at === null ? '' : short.format(at)) }
}

const quorumWords = ({ meter, row }: Register, { time }: Times): string => {
  if (meter.needed === null) return 'No quorum is demanded.'
  const opening = meter.changes[0]
  if (row.opened_at === null || !opening) return `${meter.needed} members have to be there.`
  const count = (one: typeof opening) =>
    `${one.present} present${meter.countsProxies ? ` and ${one.represented} represented` : ''}`
  const later = meter.changes
    .slice(1)
    .map((one) => `${time(new Date(one.at))} ${one.isReached ? 'reached' : 'lost'} with ${count(one)}`)
  const first = `${meter.needed} needed. At opening ${opening.isReached ? 'reached' : 'not reached'} with ${count(opening)}.`
  return later.length === 0 ? first : `${first} Then: ${later.join('; ')}.`
}

const headFacts = (register: Register, times: Times): PdfPart => {
  const { row, meter } = register
  const facts = [
    { label: 'Type', value: meetingTypeLabels[row.type] },
    { label: 'Date', value: times.day(row.starts_at) },
    { label: 'Place', value: row.place },
    { label: 'Chair', value: row.chair },
    { label: 'Opened', value: times.time(row.opened_at) },
    { label: 'Closed', value: times.time(row.closed_at) },
    { label: 'On the roll', value: String(meter.onRoll) },
    { label: 'Quorum', value: quorumWords(register, times) },
  ]
  return { kind: 'facts', facts: facts.filter(({ value }) => value !== '') }
}

const endings = { arrived: 'Ended: the member came', expired: 'Ended' } as const

const attendanceParts = ({ attendance, proxies, apologies }: Register, { time }: Times): PdfPart[] => [
  { kind: 'heading', text: 'Present' },
  attendance.length === 0
    ? { kind: 'paragraph', text: 'No one was recorded.' }
    : {
        kind: 'table',
        columns: [
          { header: 'Name', share: 4 },
          { header: 'Arrived', share: 2 },
          { header: 'Left', share: 2 },
          { header: 'Vote', share: 2 },
        ],
        rows: attendance.map(({ name, arrivedAt, leftAt, onRoll }) => [
          name,
          time(arrivedAt),
          time(leftAt),
          onRoll === null ? 'Guest' : 'On the roll',
        ]),
      },
  { kind: 'heading', text: 'Apologies' },
  { kind: 'paragraph', text: apologies.length === 0 ? 'None.' : apologies.join(', ') },
  { kind: 'heading', text: 'Proxies' },
  proxies.length === 0
    ? { kind: 'paragraph', text: 'None.' }
    : {
        kind: 'table',
        columns: [
          { header: 'Member', share: 4 },
          { header: 'Held by', share: 4 },
          { header: 'State', share: 3 },
        ],
        rows: proxies.map(({ name, holder, endReason }) => [
          name,
          holder,
          endReason === 'arrived' || endReason === 'expired' ? endings[endReason] : 'Valid',
        ]),
      },
]

const partsOf = (register: Register, times: Times): PdfPart[] => [
  headFacts(register, times),
  { kind: 'heading', text: 'Agenda' },
  register.items.length === 0
    ? { kind: 'paragraph', text: 'None.' }
    : { kind: 'lines', lines: register.items.map(({ title }, at) => `${at + 1}. ${title}`) },
  ...attendanceParts(register, times),
  { kind: 'heading', text: 'Motions and elections' },
  ...(register.motions.length === 0
    ? [{ kind: 'paragraph' as const, text: 'None.' }]
    : register.motions.flatMap(motionParts)),
  { kind: 'heading', text: 'Minutes' },
  ...(register.row.minutes.trim() === ''
    ? [{ kind: 'paragraph' as const, text: 'Not written yet.' }]
    : paragraphsOf(register.row.minutes).map((text) => ({ kind: 'paragraph' as const, text }))),
  { kind: 'heading', text: 'Signatures' },
  { kind: 'lines', lines: ['', 'Chair ____________________________', '', 'Minutes ____________________________'] },
]

/** The minutes of a meeting with who was there and what was decided, to print and sign. Who reads names is kept. */
export const downloadRegister = async (ctx: Ctx, meetingId: number): Promise<File> => {
  const row = await getMeetingRow(ctx.db, meetingId)
  const register = await readRegister(ctx, row)
  const { settings } = register
  const name = nameOfMeeting(row)
  const day = localDay(row.starts_at, settings.SITE_TIME_ZONE)
  const content = await makePdf({
    title: name,
    author: settings.SITE_OWNER,
    language: settings.SITE_LOCALE_CURRENCY,
    at: ctx.now(),
    parts: partsOf(register, timesOf(register)),
    footer: `${settings.SITE_OWNER} · ${name}, ${day}`,
  })
  await change(ctx, 'meeting.registerDownloaded', async () => ({ result: undefined, ...meetingSubject(row) }))
  return { name: `register-${day}.pdf`, mediaType: 'application/pdf', content }
}
