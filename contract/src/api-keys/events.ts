import { type EventWords, say } from '../event.ts'

export const apiKeysEvents = {
  'apiKey.created': say('devices', '{actor} created an API key'),
  'apiKey.given': say('devices', '{actor} changed the owner of an API key'),
  'apiKey.revoked': say('devices', '{actor} revoked an API key'),
} as const satisfies Record<`${string}.${string}`, EventWords>
