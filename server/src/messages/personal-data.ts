import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import { eraseMessages } from './retention.ts'
import { shownAddressOf } from './shown-address.ts'

/** Every address the member ever had; messages to staff about the member went to the addresses of staff. */
const ownAddresses = (memberId: number) => sql<string>`(
  select lower(email) from members where id = ${memberId}
  union select lower(data #>> '{changes,email,from}') from audit_events
    where subject_kind = 'member' and subject_id = ${memberId} and data #>> '{changes,email,from}' is not null)`

const messageList = ownQuery(
  'messages',
  (db, memberId) =>
    db
      .selectFrom('messages')
      .select(
        columns(
          'id, channel, subject, state, created_at, sent_at',
          shownAddressOf('messages').as('to'),
          sql<string | null>`case when is_secret then null else text end`.as('text'),
          sql<string[]>`array(select name from message_files f where f.message_id = messages.id order by f.id)`.as(
            'files',
          ),
        ),
      )
      .where('member_id', '=', memberId)
      .where((is) =>
        is.or([
          is('channel', '=', 'sms'),
          is('follows_member', '=', true),
          is(sql<string>`lower(recipient)`, 'in', ownAddresses(memberId)),
        ]),
      ),
  ['id', 'channel', 'to', 'subject', 'text', 'files', 'state', 'createdAt', 'sentAt'],
)

export const messagePersonalData: PersonalData = {
  tables: {
    messages: { exported: 'messages', kept: ['messageTexts', 'messages', 'closedMessages'], closing: 'emptied' },
    message_files: { exported: 'messages', kept: ['messageTexts', 'closedMessages'], closing: 'deleted' },
  },
  lists: [messageList],
  erase: async (work, memberId) => {
    await eraseMessages(work, { memberIds: [memberId], isWaitingToo: false })
  },
}
