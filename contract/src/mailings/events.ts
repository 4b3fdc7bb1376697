import { type EventWords, say } from '../event.ts'

export const mailingsEvents = {
  'mailing.started': say('messages', '{actor} wrote “{title}” to {count} members'),
  'mailing.stopped': say('messages', '{actor} stopped the mailing “{title}”; {count} emails were not sent'),
  'mailing.retried': say('messages', '{actor} sent {count} emails of “{title}” again'),
} as const satisfies Record<`${string}.${string}`, EventWords>
