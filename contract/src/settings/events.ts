import { type EventWords, say } from '../event.ts'

export const settingsEvents = {
  'chat.tested': say('messages', '{actor} sent a test to the chat'),
  'setting.changed': say('settings', '{actor} changed the setting {key}'),
  'setting.reset': say('settings', '{actor} reset {key} to its default'),
} as const satisfies Record<`${string}.${string}`, EventWords>
