import { type EventWords, say } from '../event.ts'

export const apiKeysEvents = {
  'apiKey.created': say('devices', '{actor} created an API key'),
  'apiKey.endAnnounced': say('devices', 'The owner of an API key was told that it ends soon'),
  'apiKey.given': say('devices', '{actor} changed the owner of an API key'),
  'apiKey.revoked': say('devices', '{actor} revoked an API key'),
} as const satisfies Record<`${string}.${string}`, EventWords>
