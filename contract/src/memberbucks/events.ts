import { type EventWords, say } from '../event.ts'

export const memberbucksEvents = {
  'memberbucks.booked': say('money', '{actor} changed the balance of {subject}', '{actor} changed their own balance'),
  'memberbucks.reversed': say(
    'money',
    '{actor} reversed an entry of {subject}',
    '{actor} reversed one of their entries',
  ),
  'memberbucks.paid': say('money', '{actor} paid from the balance of {subject}', '{actor} paid from their balance'),
  'memberbucks.donated': say(
    'money',
    '{actor} donated from the balance of {subject}',
    '{actor} donated from their balance',
  ),
  'memberbucks.exported': say('exports', '{actor} exported balance entries'),
} as const satisfies Record<`${string}.${string}`, EventWords>
