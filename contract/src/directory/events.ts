import { type EventWords, say } from '../event.ts'

export const directoryEvents = {
  'space.opened': say('other', '{actor} said that the space is open'),
  'space.closed': say('other', '{actor} said that the space is closed'),
  'space.unknown': say('other', '{actor} said that it is not known whether the space is open'),
  'space.messageChanged': say('other', '{actor} changed the message in the space directory'),
  'sensor.renamed': say('other', '{actor} renamed the sensor {before} to {name}'),
  'sensor.removed': say('other', '{actor} removed the sensor {name}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
