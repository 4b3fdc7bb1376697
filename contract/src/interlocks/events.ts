import { type EventWords, say } from '../event.ts'

export const interlocksEvents = {
  'interlock.pricesChanged': say('devices', '{actor} changed the prices of {subject}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
