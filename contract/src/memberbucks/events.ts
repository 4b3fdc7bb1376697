import { type EventWords, say } from '../event.ts'

export const memberbucksEvents = {
  'memberbucks.booked': say('money', '{actor} changed the balance of {subject}', '{actor} changed their own balance'),
  'memberbucks.reversed': say(
    'money',
    '{actor} reversed an entry of {subject}',
    '{actor} reversed one of their entries',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
