import { type EventWords, say } from '../event.ts'

export const profileEvents = {
  'account.sessionEnded': say('logins', '{actor} ended a session of {subject}', '{actor} ended one of their sessions'),
  'account.otherSessionsEnded': say(
    'logins',
    '{actor} ended all sessions of {subject}',
    '{actor} ended all their other sessions',
  ),
  'account.passwordChanged': say('logins', '{subject} changed the password'),
  'account.emailChangeAsked': say(
    'logins',
    '{actor} asked to change the email address of {subject}',
    '{actor} asked to change the email address',
  ),
  'account.changeLinkSent': say('logins', '{subject} was sent a link to confirm a new email address'),
  'account.emailChangeCancelled': say(
    'logins',
    '{actor} cancelled the change of the email address of {subject}',
    '{actor} cancelled the change of email address',
  ),
  'account.emailChanged': say('logins', '{subject} changed the email address'),
  'account.closed': say('logins', '{subject} closed the account'),
  'member.closed': say('logins', '{actor} closed the account of {subject}'),
  'member.hidden': say('details', '{actor} hid themselves from other members'),
  'member.shown': say('details', '{actor} showed themselves to other members again'),
  'profile.updated': say('details', '{actor} changed the details of {subject}', '{actor} changed their own details'),
  'profile.dataDownloaded': say('exports', '{actor} downloaded their own data'),
} as const satisfies Record<`${string}.${string}`, EventWords>
