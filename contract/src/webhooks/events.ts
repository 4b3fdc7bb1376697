import { type EventWords, say } from '../event.ts'

export const webhooksEvents = {
  'webhook.created': say('settings', '{actor} added the webhook {name}'),
  'webhook.changed': say('settings', '{actor} changed the webhook {name}'),
  'webhook.removed': say('settings', '{actor} removed the webhook {name}'),
  'webhook.switchedOn': say('settings', '{actor} switched the webhook {name} on'),
  'webhook.switchedOff': say('settings', '{actor} switched the webhook {name} off'),
  'webhook.gaveUp': say('settings', 'The webhook {name} was switched off because nothing arrived'),
  'webhook.secretRotated': say('settings', '{actor} made a new secret for the webhook {name}'),
  'webhook.tested': say('settings', '{actor} tested the webhook {name}'),
  'webhook.replayed': say('settings', '{actor} sent {count} events to the webhook {name} again'),
} as const satisfies Record<`${string}.${string}`, EventWords>
