import { type EventWords, say } from '../event.ts'

export const attendanceEvents = {
  'meeting.opened': say('other', '{actor} opened the meeting {name}'),
  'meeting.closed': say('other', '{actor} closed the meeting {name}'),
  'meeting.itemCalled': say('other', '{actor} moved the meeting {name} to another item'),
  'meeting.kioskSet': say('other', '{actor} lets members check in for {name} at the kiosk {kiosk}'),
  'meeting.kioskUnset': say('other', '{actor} ended checking in for {name} at the kiosk {kiosk}'),
  'roll.frozen': say('other', '{actor} froze the roll of {name} with {count} members'),
  'roll.lapsed': say('other', 'The roll of {name} has lapsed because {actor} moved the meeting'),
  'roll.added': say('other', '{actor} added {subject} to the roll of {meeting}: {reason}'),
  'roll.removed': say('other', '{actor} took {subject} off the roll of {meeting}: {reason}'),
  'roll.exported': say('exports', '{actor} exported the roll of {name}'),
  'attendance.arrived': say('other', '{actor} checked {subject} in to {meeting}', '{actor} checked in to {meeting}'),
  'attendance.left': say('other', '{actor} noted that {subject} left {meeting}', '{actor} left {meeting}'),
  'attendance.cardHeld': say('other', '{subject} checked in to {meeting} with a card at {kiosk}'),
  'attendance.cardLeft': say('other', '{subject} left {meeting} with a card at {kiosk}'),
  'attendance.removed': say('other', '{actor} removed {subject} from those at {meeting}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
