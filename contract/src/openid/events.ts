import { type EventWords, say } from '../event.ts'

export const openidEvents = {
  'sso.clientCreated': say('settings', '{actor} let members log in to {name}'),
  'sso.clientChanged': say('settings', '{actor} changed how members log in to {name}'),
  'sso.clientRemoved': say('settings', '{actor} ended logins to {name}'),
  'sso.secretRenewed': say('settings', '{actor} made a new secret for {name}'),
  'sso.keyMade': say('settings', '{actor} made a new key for logins to other sites'),
  'sso.keyTurned': say('settings', 'Logins to other sites are signed with a new key'),
  'sso.consented': say('logins', '{subject} agreed to log in to {name}', '{subject} agreed to log in to {name}'),
  'sso.approved': say('logins', '{subject} confirmed a login to {name} in the app'),
  'sso.approvalRefused': say(
    'logins',
    'A login to {name} that {subject} confirmed in the app was refused, because it wasn’t waiting in the browser that opened',
  ),
  'sso.withdrawn': say(
    'logins',
    '{actor} ended the login of {subject} to {name}',
    '{subject} ended their login to {name}',
  ),
  'sso.ended': say('logins', 'The login of {subject} to {name} ended'),
} as const satisfies Record<`${string}.${string}`, EventWords>
