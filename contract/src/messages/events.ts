import { type EventWords, say } from '../event.ts'

export const messagesEvents = {
  'member.smsSent': say('messages', '{actor} sent {subject} a text message'),
  'message.retried': say('messages', '{actor} sent {subject} again'),
  'messages.keptSent': say('messages', '{actor} sent {count} messages that were kept'),
  'message.cancelled': say('messages', '{actor} stopped {subject}'),
  'message.testSent': say('messages', '{actor} sent a test message'),
  'job.retried': say('other', '{actor} retried failed background work'),
  'message.secretRead': say('messages', '{actor} read a secret link in {subject}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
