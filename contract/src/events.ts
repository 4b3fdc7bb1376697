import type { DeviceCommand, DeviceKind } from './devices.ts'

/** What audit events are filtered by. */
export const eventGroups = [
  'logins',
  'details',
  'standing',
  'cards',
  'access',
  'devices',
  'visits',
  'messages',
  'money',
  'settings',
  'exports',
  'other',
] as const
export type EventGroup = (typeof eventGroups)[number]

/**
 * How an event is said. In braces stand `actor`, `subject`, `device` and whatever the event's data holds.
 * `self` is for somebody who did it to himself, `many` for an event that is about several at a time.
 */
export type EventWords = { group: EventGroup; words: string; self?: string; many?: string }

const say = (group: EventGroup, words: string, self?: string): EventWords => ({
  group,
  words,
  ...(self !== undefined && { self }),
})

/** What a device has done once it did what it was told. */
export const deviceDeeds = {
  sync: 'synced',
  bump: 'bumped',
  lock: 'locked',
  unlock: 'unlocked',
  reboot: 'rebooted',
} as const satisfies Record<DeviceCommand, string>
type DeedEvent = `${DeviceKind}.${(typeof deviceDeeds)[DeviceCommand] | 'notReached'}`

const deedsOf = <const K extends DeviceKind>(kind: K) => {
  const words = {
    [`${kind}.synced`]: say('devices', '{actor} sent {subject} its card list again'),
    [`${kind}.bumped`]: say('devices', '{actor} opened {subject} for a moment'),
    [`${kind}.locked`]: say('devices', '{actor} locked {subject}'),
    [`${kind}.unlocked`]: say('devices', '{actor} unlocked {subject}'),
    [`${kind}.rebooted`]: say('devices', '{actor} restarted {subject}'),
    [`${kind}.notReached`]: say('devices', '{subject} did not answer {actor}'),
  }
  return words as Record<Extract<DeedEvent, `${K}.${string}`>, EventWords> // computed names lose their literal types
}

const grantsOf = <const K extends DeviceKind>(kind: K) => {
  const words = {
    [`${kind}.granted`]: say('access', '{actor} gave {device} to {subject}', '{actor} gave themselves {device}'),
    [`${kind}.revoked`]: say('access', '{actor} took {device} from {subject}', '{actor} gave up {device}'),
  }
  return words as Record<`${K}.granted` | `${K}.revoked`, EventWords> // computed names lose their literal types
}

/** Every event of the audit, by the name change() is given. One that is not here does not compile. */
export const auditEvents = {
  'account.registered': say('logins', '{subject} created an account'),
  'account.firstAdminCreated': say('logins', '{subject} became the first administrator'),
  'account.administratorCreated': say('logins', 'The command line created the administrator {subject}'),
  'account.verifyLinkSent': say('logins', 'A link to confirm the email address was sent to {subject}'),
  'account.verified': say('logins', '{subject} confirmed the email address'),
  'account.loggedIn': say('logins', '{subject} logged in'),
  'account.loginFailed': say('logins', 'Somebody failed to log in as {subject}'),
  'account.failuresNotKept': say('logins', 'More logins failed than are kept one by one'),
  'account.passwordRefused': say('logins', '{subject} gave a wrong password'),
  'account.loggedOut': say('logins', '{subject} logged out'),
  'account.sessionEnded': say('logins', '{actor} ended a session of {subject}', '{actor} ended one of their sessions'),
  'account.otherSessionsEnded': say(
    'logins',
    '{actor} ended all sessions of {subject}',
    '{actor} ended all their other sessions',
  ),
  'account.kioskLoggedIn': say('logins', '{subject} logged in at the kiosk {kiosk}'),
  'account.pinRefused': say('logins', '{subject} gave a wrong PIN or password at the kiosk {kiosk}'),
  'account.pinSet': say('logins', '{subject} set a PIN for kiosks'),
  'account.pinRemoved': say('logins', '{actor} removed the PIN of {subject}', '{actor} removed their PIN'),
  'account.resetLinkSent': say('logins', 'A link to choose a new password was sent to {subject}'),
  'account.passwordReset': say('logins', '{subject} chose a new password with a mailed link'),
  'account.passwordChanged': say('logins', '{subject} changed the password'),
  'account.emailChangeAsked': say('logins', '{subject} asked to change the email address'),
  'account.changeLinkSent': say('logins', 'A link to confirm a new email address was sent for {subject}'),
  'account.emailChangeCancelled': say('logins', '{subject} took back the change of the email address'),
  'account.emailChanged': say('logins', '{subject} changed the email address'),
  'account.closed': say('logins', '{subject} closed the account'),

  'profile.updated': say('details', '{actor} changed the details of {subject}', '{actor} changed their own details'),
  'member.detailsChanged': say(
    'details',
    '{actor} changed the details of {subject}',
    '{actor} changed their own details',
  ),
  'member.permissionsSet': say('details', '{actor} set what {subject} may do as staff'),
  'member.hidden': say('details', '{actor} chose not to be listed for other members'),
  'member.shown': say('details', '{actor} chose to be listed for other members'),

  'member.makeMember': say('standing', '{actor} made {subject} a member', '{actor} became a member'),
  'member.activate': say('standing', '{actor} made {subject} active', '{actor} made themselves active'),
  'member.deactivate': say('standing', '{actor} made {subject} inactive', '{actor} made themselves inactive'),
  'member.suspend': say('standing', '{actor} suspended {subject}', '{actor} suspended themselves'),
  'member.lift': say('standing', '{actor} lifted the suspension of {subject}', '{actor} lifted their own suspension'),

  'member.completeSignup': say('standing', '{subject} completed the signup'),
  'member.skipSignup': say('standing', '{subject} chose an account without a membership'),
  'member.invoicePaid': say('standing', 'A payment made {subject} active'),
  'member.subscriptionEnded': say('standing', 'The subscription of {subject} ended'),

  'card.added': say('cards', '{actor} gave {subject} the card {number}', '{actor} added their card {number}'),
  'card.lost': say('cards', '{actor} marked the card {number} of {subject} lost', '{actor} lost the card {number}'),
  'card.retired': say('cards', '{actor} retired the card {number} of {subject}', '{actor} retired the card {number}'),

  'card.restored': say(
    'cards',
    '{actor} brought the card {number} of {subject} back',
    '{actor} brought the card {number} back',
  ),
  'card.relabelled': say(
    'cards',
    '{actor} changed the label of the card {number} of {subject}',
    '{actor} changed the label of the card {number}',
  ),

  ...grantsOf('door'),
  ...grantsOf('interlock'),
  ...grantsOf('memberbucks'),
  'access.changed': {
    ...say('access', '{actor} changed what {subject} may use', '{actor} changed what they may use themselves'),
    many: '{actor} changed what {count} members may use',
  },
  'device.defaultAccessOn': say('access', '{actor} gave {subject} to everybody active by default, {count} members'),
  'device.defaultAccessOff': say('access', '{actor} no longer gives {subject} by default, to {count} members'),

  ...deedsOf('door'),
  ...deedsOf('interlock'),
  ...deedsOf('memberbucks'),
  'device.added': say('devices', '{actor} added {subject}'),
  'device.dismissed': say('devices', '{actor} dismissed an unknown device'),
  'device.changed': say('devices', '{actor} changed {subject}'),
  'device.removed': say('devices', '{actor} removed {subject}'),
  'device.authorised': say('devices', '{actor} let {subject} connect'),
  'device.authorisationWithdrawn': say('devices', '{actor} no longer lets {subject} connect'),
  'door.opened': say('devices', '{actor} opened {subject} in the portal'),
  'interlock.started': say('devices', '{actor} started {subject} in the portal'),
  'interlock.stopped': say('devices', '{actor} stopped {subject} in the portal'),
  'device.driverChanged': say('devices', '{actor} changed how {subject} is reached'),
  'interlock.pricesChanged': say('devices', '{actor} changed what {subject} costs'),
  'memberbucks.creditLimitsChanged': say('devices', '{actor} changed how much {subject} may pay onto balances'),
  'product.added': say('devices', '{actor} added the product {name}'),
  'product.changed': say('devices', '{actor} changed the product {name}'),
  'product.stockChanged': say('devices', '{actor} changed the stock of {name}'),
  'product.removed': say('devices', '{actor} took the product {name} off the list'),
  'device.keyCreated': say('devices', '{actor} made a key for {subject}'),
  'device.keyRevoked': say('devices', '{actor} revoked a key of {subject}'),
  'apiKey.created': say('devices', '{actor} made an API key'),
  'apiKey.revoked': say('devices', '{actor} revoked an API key'),
  'device.lockedOut': say('devices', '{actor} locked {subject} for everyone'),
  'device.lockoutEnded': say('devices', '{actor} ended the lockout of {subject}'),

  'kiosk.asked': say('devices', 'A screen that calls itself {name} asked to be a kiosk'),
  'kiosk.authorised': say('devices', '{actor} authorised the kiosk {name}'),
  'kiosk.revoked': say('devices', '{actor} no longer lets the kiosk {name} log members in'),
  'kiosk.changed': say('devices', '{actor} changed the kiosk {name}'),
  'kiosk.removed': say('devices', '{actor} removed the kiosk {name}'),
  'kiosk.unlocked': say('devices', '{subject} opened the settings of the kiosk {name}'),
  'kiosk.left': say('devices', '{subject} made the kiosk {name} an ordinary browser again'),

  'visit.signedIn': say('visits', '{actor} signed {subject} in on site', '{actor} signed in on site'),
  'visit.forgotten': say('visits', '{actor} signed {subject} out a day after signing in'),
  'visit.signedOut': say('visits', '{actor} signed {subject} out', '{actor} signed out'),

  'member.welcomeSent': say('messages', '{actor} sent {subject} the welcome mail'),
  'member.smsSent': say('messages', '{actor} sent {subject} a text message'),
  'message.retried': say('messages', '{actor} sent {subject} again'),
  'message.cancelled': say('messages', '{actor} stopped {subject}'),
  'message.testSent': say('messages', '{actor} sent a test message'),
  'job.retried': say('other', '{actor} tried failed background work again'),
  'mailing.started': say('messages', '{actor} wrote “{title}” to {count} members'),
  'message.secretRead': say('messages', '{actor} read a secret link in {subject}'),

  'chat.tested': say('messages', '{actor} sent a test to the chat'),
  'memberbucks.booked': say(
    'money',
    '{actor} booked on the balance of {subject}',
    '{actor} booked on their own balance',
  ),
  'memberbucks.reversed': say(
    'money',
    '{actor} reversed an entry of {subject}',
    '{actor} reversed one of their entries',
  ),
  'purchase.refunded': say(
    'money',
    '{actor} refunded a purchase of {subject}',
    '{actor} refunded one of their purchases',
  ),

  'setting.changed': say('settings', '{actor} changed the setting {key}'),
  'setting.reset': say('settings', '{actor} set {key} back to its default'),

  'profile.dataDownloaded': say('exports', '{actor} downloaded their own data'),
  'members.exported': say('exports', '{actor} exported {count} members'),
  'audit.exported': say('exports', '{actor} exported the audit'),
  'audit.memberLogExported': say('exports', '{actor} exported the log of {subject}', '{actor} exported their own log'),
} as const satisfies Record<`${string}.${string}`, EventWords>

export type AuditEventName = keyof typeof auditEvents
