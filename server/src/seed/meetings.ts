import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { instantAt } from '#platform/local-time.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import { fullName } from '#platform/shown-name.ts'
import { letterFactsOf } from '../meetings/letter-facts.ts'
import { type CastMember, memberNamed } from './cast.ts'

/** The meetings of the demonstration, for those who fill in who came, who is represented and what was decided. */
export type SeededMeetings = {
  coming: { id: number; startsAt: Date }
  past: { id: number; startsAt: Date; openedAt: Date; closedAt: Date }
}

const place = '12 River Road, in the woodshop'

const minutes = `Margit opened the meeting and welcomed everyone, above all those who came for the first time.

The report of the committee was read and discussed. The space had its busiest year; the laser cutter alone ran for more than 600 hours.

Margit presented the accounts. The auditors found them in order.

The meeting decided to buy a second extractor for the woodshop, and not to open on Sunday mornings. The committee was elected for a year.

There was no other business. Margit thanked everyone and closed the meeting.`

const pastItems = [
  ['Welcome and agenda', ''],
  ['Report of the committee', 'What happened in the year, and what we plan.'],
  ['Accounts and audit', ''],
  ['Second extractor for the woodshop', 'Two offers are in the documents.'],
  ['Opening on Sunday mornings', ''],
  ['Election of the committee', 'Three seats, for one year.'],
] as const

const comingItems = [
  ['Welcome and agenda', ''],
  ['Rules for the laser cutter', 'The laser team proposes a limit of three hours at a time in the evenings.'],
  ['Budget for the next quarter', 'Margit explains where the money goes.'],
  ['Any other business', ''],
] as const

const insertItems = (
  db: Kysely<Database>,
  { meetingId, items }: { meetingId: number; items: readonly (readonly [string, string])[] },
) =>
  db
    .insertInto('meeting_items')
    .values(items.map(([title, details], position) => ({ meeting_id: meetingId, position, title, details })))
    .execute()

/** What the item about the extractor speaks of. */
const insertOffers = async (
  db: Kysely<Database>,
  { meetingId, at }: { meetingId: number; at: Date },
): Promise<void> => {
  const item = await db
    .selectFrom('meeting_items')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .where('title', 'like', 'Second extractor%')
    .executeTakeFirstOrThrow()
  const content = await makePdf({
    title: 'Two offers for an extractor',
    author: 'Riverbend Makers',
    language: 'en-AU',
    at,
    parts: [
      {
        kind: 'table',
        columns: [
          { header: 'Offer', share: 3 },
          { header: 'Air moved', share: 2 },
          { header: 'Price', share: 1, isFigure: true },
        ],
        rows: [
          ['Windward 300', '1,200 m³ an hour', '$1,480'],
          ['Duster Pro', '1,650 m³ an hour', '$1,920'],
        ],
      },
    ],
  })
  await db
    .insertInto('meeting_files')
    .values({
      meeting_id: meetingId,
      item_id: item.id,
      name: 'Two offers for an extractor.pdf',
      media_type: 'application/pdf',
      content: Buffer.from(content),
      added_at: at,
    })
    .execute()
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Everyone active was invited to it. */
const insertInvitation = async (
  services: Services,
  { meetingId, at, by }: { meetingId: number; at: Date; by: number },
): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // seeds write rows as they are
  const row = await db.selectFrom('meetings').selectAll().where('id', '=', meetingId).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('meeting_letters')
    .values({
      meeting_id: meetingId,
      kind: 'invitation',
      facts: JSON.stringify(await letterFactsOf(systemCtx(services).db, row)),
      created_at: at,
      created_by: by,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into meeting_letter_recipients (letter_id, member_id, written_at)
    select ${id}::int, id, ${at} from members where membership_state = 'active' and closed_at is null
      and suspended_at is null and email_verified_at is not null and registered_at < ${at}`.execute(db)
  await sql`update meeting_letters l set recipient_count = (
    select count(*) from meeting_letter_recipients r where r.letter_id = l.id) where l.id = ${id}`.execute(db)
}

const insertMeetings = async (
  db: Kysely<Database>,
  { now, chair, comingAt, past: { startsAt, openedAt, closedAt } }: MeetingSchedule,
) => {
  const shared = { place, chair: fullName(chair), created_by: chair.id }
  const [coming, past] = await db
    .insertInto('meetings')
    .values([
      {
        ...shared,
        type: 'general',
        description: 'Our quarterly meeting. There is soup afterwards.',
        link: 'https://meet.example.org/riverbend',
        starts_at: comingAt,
        invited_at: new Date(now.getTime() - 4 * dayMs),
        created_at: new Date(now.getTime() - 12 * dayMs),
      },
      {
        ...shared,
        type: 'agm',
        description: 'We look back on the year, decide about the next and elect the committee.',
        starts_at: startsAt,
        invited_at: new Date(startsAt.getTime() - 21 * dayMs),
        reminded_at: new Date(startsAt.getTime() - 2 * dayMs),
        roll_frozen_at: new Date(startsAt.getTime() - 14 * dayMs),
        roll_starts_at: startsAt,
        opened_at: openedAt,
        closed_at: closedAt,
        minutes,
        minutes_published_at: new Date(closedAt.getTime() + 5 * dayMs),
        created_at: new Date(startsAt.getTime() - 40 * dayMs),
      },
    ])
    .returning('id')
    .execute()
  if (!coming || !past) throw new Error('The meetings were not stored.')
  return { comingId: coming.id, pastId: past.id }
}

type MeetingSchedule = {
  now: Date
  chair: CastMember
  comingAt: Date
  past: { startsAt: Date; openedAt: Date; closedAt: Date }
}

/** A general meeting in ten days to which everyone is invited, and the annual one of half a year ago with its minutes. */
export const seedMeetings = async (services: Services, cast: readonly CastMember[]): Promise<SeededMeetings> => {
  const db = services.db as unknown as Kysely<Database> // seeds write rows as they are
  const now = services.now()
  const zone = await services.settings.get('SITE_TIME_ZONE')
  const evening = (days: number) => {
    const at = instantAt(`${addDays(localDay(now, zone), days)} 19:00`, zone)
    if (!at) throw new Error('There is no evening on that day.')
    return at
  }
  const chair = memberNamed(cast, 'Margit')
  const [comingAt, startsAt] = [evening(10), evening(-180)]
  const past = {
    startsAt,
    openedAt: new Date(startsAt.getTime() + 7 * 60_000),
    closedAt: new Date(startsAt.getTime() + 2.3 * hourMs),
  }
  const { comingId, pastId } = await insertMeetings(db, { now, chair, comingAt, past })
  await insertItems(db, { meetingId: comingId, items: comingItems })
  await insertItems(db, { meetingId: pastId, items: pastItems })
  await insertOffers(db, { meetingId: pastId, at: new Date(startsAt.getTime() - 30 * dayMs) })
  const [invitedAt, formerAt] = [new Date(now.getTime() - 4 * dayMs), new Date(startsAt.getTime() - 21 * dayMs)]
  await insertInvitation(services, { meetingId: comingId, at: invitedAt, by: chair.id })
  await insertInvitation(services, { meetingId: pastId, at: formerAt, by: chair.id })
  return { coming: { id: comingId, startsAt: comingAt }, past: { id: pastId, ...past } }
}
