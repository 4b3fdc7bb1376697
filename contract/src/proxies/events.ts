import { type EventWords, say } from '../event.ts'

export const proxiesEvents = {
  'proxy.given': say(
    'other',
    '{actor} gave a proxy of {subject} for the {meeting}',
    '{subject} gave their proxy for the {meeting}',
  ),
  'proxy.recorded': say('other', '{actor} recorded a proxy of {subject} on paper for the {meeting}'),
  'proxy.accepted': say('other', '{actor} accepted the proxy of {subject} for the {meeting}'),
  'proxy.declined': say('other', '{actor} declined the proxy of {subject} for the {meeting}'),
  'proxy.withdrawn': say(
    'other',
    '{actor} withdrew the proxy of {subject} for the {meeting}',
    '{subject} withdrew their proxy for the {meeting}',
  ),
  'proxy.removed': say('other', '{actor} removed the proxy of {subject} for the {meeting}: {reason}'),
  'proxy.arrived': say('other', 'The proxy of {subject} for the {meeting} ended when they arrived'),
  'proxy.expired': say('other', 'The proxy of {subject} for the {meeting} was not accepted in time'),
  'proxy.cancelled': say('other', 'The proxy of {subject} ended with the {meeting}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
