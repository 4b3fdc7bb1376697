import { type EventWords, say } from '../event.ts'

export const labelsEvents = {
  'ticket.created': say('other', '{actor} created {name}'),
  'ticket.extended': say('other', '{actor} extended {name}'),
  'ticket.removed': say('other', '{actor} removed {name}'),
  'ticket.reminded': say('messages', 'The owner of {name} was told that it ended'),
} as const satisfies Record<`${string}.${string}`, EventWords>
