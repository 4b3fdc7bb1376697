import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'

const records = {
  title: 'Who could vote at meetings and who was there',
  reason: 'For ever: what was decided rests on it.',
}

export const attendancePersonalData: PersonalData = {
  tables: {
    meeting_roll: {
      exported: 'meetingRolls',
      kept: records,
      closing: { kept: 'That a member could vote at a meeting, without a name or the note of staff.' },
    },
    meeting_roll_removals: { exported: 'meetingRollRemovals', kept: records, closing: 'deleted' },
    meeting_attendance: {
      exported: 'meetingAttendance',
      kept: records,
      closing: { kept: 'That a member was at a meeting, without a name.' },
    },
    meeting_kiosks: {
      exported: { not: 'At which screens members check in is about the meeting.' },
      kept: { title: 'At which kiosks members check in to a meeting', reason: 'Until the meeting is closed.' },
      closing: { kept: 'That a member of staff set it, without a name, until the meeting is closed.' },
    },
  },
  lists: [
    ownRows('meetingAttendance', 'meeting_attendance', columns('id, meeting_id as meeting, arrived_at, left_at, how')),
    ownQuery('meetingRolls', (db, memberId) =>
      db
        .selectFrom('meeting_roll as r')
        .innerJoin('meetings as m', 'm.id', 'r.meeting_id')
        .select(columns('m.id, m.starts_at, r.reason as note'))
        .where('r.member_id', '=', memberId),
    ),
    ownQuery('meetingRollRemovals', (db, memberId) =>
      db
        .selectFrom('meeting_roll_removals as x')
        .innerJoin('meetings as m', 'm.id', 'x.meeting_id')
        .select(columns('m.id, m.starts_at, x.removed_at, x.reason'))
        .where('x.member_id', '=', memberId),
    ),
  ],
  erase: async ({ tx, now }, memberId) => {
    await tx
      .updateTable('meeting_attendance')
      .set((is) => ({ left_at: is.fn('greatest', ['arrived_at', is.val(now)]) }))
      .where('member_id', '=', memberId)
      .where('left_at', 'is', null)
      .execute()
    await tx.updateTable('meeting_roll').set({ reason: '' }).where('member_id', '=', memberId).execute()
    await tx.deleteFrom('meeting_roll_removals').where('member_id', '=', memberId).execute()
  },
}
