import { type EventWords, say } from '../event.ts'

export const interlocksEvents = {
  'interlock.pricesChanged': say('devices', '{actor} changed the prices of {subject}'),
  'interlock.jumpAccepted': say('money', '{actor} accepted a meter reading for {subject} on {device}'),
  'interlock.jumpRejected': say('money', '{actor} rejected a meter reading for {subject} on {device}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
