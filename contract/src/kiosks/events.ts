import { type EventWords, say } from '../event.ts'

export const kiosksEvents = {
  'account.kioskLoggedIn': say('logins', '{subject} logged in at the kiosk {kiosk}'),
  'account.pinRefused': say('logins', '{subject} entered a wrong PIN or password at the kiosk {kiosk}'),
  'account.pinSet': say('logins', '{subject} set a PIN for kiosks'),
  'account.pinRemoved': say('logins', '{actor} removed the PIN of {subject}', '{actor} removed their PIN'),
  'kiosk.asked': say('devices', 'A screen named {name} asked to be authorised'),
  'kiosk.authorised': say('devices', '{actor} authorised the kiosk {name}'),
  'kiosk.revoked': say('devices', '{actor} withdrew the authorisation of the kiosk {name}'),
  'kiosk.changed': say('devices', '{actor} changed the kiosk {name}'),
  'kiosk.removed': say('devices', '{actor} removed the kiosk {name}'),
  'kiosk.unlocked': say('devices', '{subject} opened the settings of the kiosk {name}'),
  'kiosk.left': say('devices', '{subject} turned the kiosk {name} back into an ordinary browser'),
} as const satisfies Record<`${string}.${string}`, EventWords>
