import { type EventWords, say } from '../event.ts'

export const issuesEvents = {
  'issue.reported': say('devices', '{actor} reported: {name}'),
  'issue.due': say('devices', 'Maintenance is due: {name}'),
  'issue.followed': say('devices', '{actor} has this problem, too: {name}'),
  'issue.unfollowed': say('devices', '{actor} no longer follows the report {name}'),
  'issue.changed': say('devices', '{actor} changed the report {name}'),
  'issue.noted': say('devices', '{actor} wrote a note on the report {name}'),
  'issue.answered': say('devices', '{actor} answered the report {name}'),
  'issue.merged': say('devices', '{actor} merged the report {name} into {into}'),
  'issue.sentAgain': say('devices', '{actor} sent the report {name} to {channel} again'),
  'issue.told': say('devices', 'The portal emailed {count} members about {name}'),
  'maintenance.added': say('devices', '{actor} added the maintenance {name} of {device}'),
  'maintenance.changed': say('devices', '{actor} changed the maintenance {name} of {device}'),
  'maintenance.removed': say('devices', '{actor} removed the maintenance {name} of {device}'),
  'maintenance.done': say('devices', '{actor} did the maintenance {name} of {device}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
