import { sql } from 'kysely'
import { forgetFeeds } from '#platform/calendar/feeds.ts'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

const records = { title: 'Meetings and their minutes', reason: 'For ever: they are records of the association.' }

// A letter is only forgotten once it is finished, so no batch of it is lost.
export const meetingRetentions: Retention[] = [
  {
    name: 'meetingLetters',
    title: 'Who was written to about meetings',
    table: 'meeting_letters',
    column: 'created_at',
    where: sql`finished_at is not null and not exists (
      select from meetings m where m.id = meeting_letters.meeting_id and m.starts_at > meeting_letters.created_at + interval '1 year')`,
    days: 1096,
    reason: 'Whether a meeting was announced in time can be disputed for some years.',
  },
]

export const meetingPersonalData: PersonalData = {
  tables: {
    meetings: {
      exported: { not: 'What staff wrote for everyone.' },
      kept: records,
      closing: {
        kept: 'That a member of staff created a meeting, without a name. Who was chair stays, as it was written: a record of the association says who led it.',
      },
    },
    meeting_files: {
      exported: { not: 'Documents staff added for everyone.' },
      kept: records,
      closing: { kept: 'That a member of staff added a document, without a name.' },
    },
    meeting_letters: {
      exported: { not: 'What staff sent to everyone.' },
      kept: ['meetingLetters'],
      closing: {
        kept: 'That a member of staff sent it, without a name, and for three years what it said, with the chair: to show that members were invited in time.',
      },
    },
    meeting_letter_recipients: {
      exported: 'meetingInvitations',
      kept: ['meetingLetters'],
      closing: { kept: 'That an invitation went to a member, without a name.' },
    },
    meeting_apologies: {
      exported: 'meetingApologies',
      kept: records,
      closing: { kept: 'That a member could not come, without a name.' },
    },
    calendar_feeds: {
      exported: 'calendarAddress',
      kept: { title: 'Calendar addresses', reason: 'Until their member turns them off or closes the account.' },
      closing: 'deleted',
    },
  },
  lists: [
    ownQuery('meetingInvitations', (db, memberId) =>
      db
        .selectFrom('meeting_letter_recipients as r')
        .innerJoin('meeting_letters as l', 'l.id', 'r.letter_id')
        .select(columns('l.id, l.meeting_id as meeting, l.kind, l.created_at as at'))
        .where('r.member_id', '=', memberId),
    ),
    ownQuery('meetingApologies', (db, memberId) =>
      db
        .selectFrom('meeting_apologies as a')
        .innerJoin('meetings as m', 'm.id', 'a.meeting_id')
        .select(columns('m.id, m.starts_at, a.sent_at'))
        .where('a.member_id', '=', memberId),
    ),
    ownRows('calendarAddress', 'calendar_feeds', columns('member_id as id, feed, created_at as madeAt, read_at')),
  ],
  erase: (work, memberId) => forgetFeeds(work, memberId),
}
