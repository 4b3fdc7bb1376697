import { type EventWords, say } from '../event.ts'

export const vendingEvents = {
  'memberbucks.creditLimitsChanged': say('devices', '{actor} changed the pay-in limits of {subject}'),
  'memberbucks.ownCreditRefused': say(
    'money',
    '{subject} paid nothing in: the member made or owns one of its keys, or let it connect',
  ),
  'product.added': say('devices', '{actor} added the product {name}'),
  'product.changed': say('devices', '{actor} changed the product {name}'),
  'product.stockChanged': say('devices', '{actor} changed the stock of {name}'),
  'product.removed': say('devices', '{actor} removed the product {name}'),
  'purchase.refunded': say(
    'money',
    '{actor} refunded a purchase of {subject}',
    '{actor} refunded one of their purchases',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
