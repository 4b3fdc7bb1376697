import { type EventWords, say } from '../event.ts'

export const meetingsEvents = {
  'meeting.created': say('other', '{actor} created the meeting {name}'),
  'meeting.changed': say('other', '{actor} changed the meeting {name}'),
  'meeting.cancelled': say('other', '{actor} cancelled the meeting {name}'),
  'meeting.deleted': say('other', '{actor} deleted the meeting {name}'),
  'meeting.agendaChanged': say('other', '{actor} changed the agenda of {name}'),
  'meeting.fileAdded': say('other', '{actor} added {file} to {name}'),
  'meeting.fileRemoved': say('other', '{actor} removed {file} from {name}'),
  'meeting.invited': say('messages', '{actor} invited {count} members to {name}'),
  'meeting.reminded': say('messages', '{count} members were reminded of {name}'),
  'meeting.apologised': say('other', '{subject} can’t come to {name}', '{subject} can’t come to {name}'),
  'meeting.apologyWithdrawn': say(
    'other',
    '{subject} can come to {name} after all',
    '{subject} can come to {name} after all',
  ),
  'meeting.minutesWritten': say('other', '{actor} wrote the minutes of {name}'),
  'meeting.minutesPublished': say('other', '{actor} published the minutes of {name}'),
  'meeting.minutesWithdrawn': say('other', '{actor} withdrew the minutes of {name}'),
  'meeting.registerDownloaded': say('exports', '{actor} downloaded the register of {name}'),
  'calendar.addressMade': say(
    'details',
    '{actor} made a calendar address for {subject}',
    '{subject} made a new calendar address',
  ),
  'calendar.addressRemoved': say(
    'details',
    '{actor} turned the calendar address of {subject} off',
    '{subject} turned their calendar address off',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
