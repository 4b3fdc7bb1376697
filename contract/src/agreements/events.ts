import { type EventWords, say } from '../event.ts'

export const agreementsEvents = {
  'agreement.created': say('settings', '{actor} wrote the agreement {name}'),
  'agreement.changed': say('settings', '{actor} changed who signs the agreement {name}'),
  'agreement.versionAdded': say('settings', '{actor} wrote version {version} of the agreement {name}'),
  'agreement.archived': say('settings', '{actor} archived the agreement {name}'),
  'agreement.restored': say('settings', '{actor} brought the agreement {name} back'),
  'agreement.membersAsked': say('messages', '{actor} asked {count} members to sign {name}'),
  'agreement.newTextSent': say('messages', '{count} members were asked to sign the new text of {name}'),
  'agreement.signed': say('standing', '{subject} signed {titles}', '{subject} signed {titles}'),
  'agreement.guardianAsked': say(
    'standing',
    '{actor} asked a guardian to sign for {subject}',
    '{subject} asked a guardian to sign for them',
  ),
  'agreement.guardianSigned': say('standing', 'A guardian signed {titles} for {subject}'),
  'agreement.ofAge': say('standing', '{actor} noted that {subject} signs without a guardian from now on'),
} as const satisfies Record<`${string}.${string}`, EventWords>
