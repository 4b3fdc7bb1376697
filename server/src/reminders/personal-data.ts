import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'

/** Of which payment a member was reminded when, and what else that did. What it said stands among the messages. */
const reminderList = ownQuery('reminders', (db, memberId) =>
  db
    .selectFrom('reminders_done as d')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .select(columns('d.id, d.at, c.description as charge, c.due_on, d.action'))
    .where('c.member_id', '=', memberId),
)

export const reminderPersonalData: PersonalData = {
  tables: {
    reminders_done: {
      exported: 'reminders',
      kept: {
        title: 'Which payments members were reminded of',
        reason: 'As long as the payments: so that no reminder is sent twice.',
      },
      closing: { kept: 'They belong to charges, which are kept without a name.' },
    },
  },
  lists: [reminderList],
}
