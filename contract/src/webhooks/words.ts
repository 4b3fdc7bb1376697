import type { EventGroup } from '../event.ts'

/** What other systems can be told of, and what that tells of members: always by their number. */
export const webhookKinds = {
  accounts: { label: 'Accounts', carries: 'Registrations, logins, emailed links and new passwords.' },
  members: { label: 'Members', carries: 'Who becomes active or inactive, and the names of details that changed.' },
  cards: { label: 'Cards', carries: 'Cards given, lost and retired, without their numbers.' },
  access: { label: 'Access', carries: 'Doors, machines and certificates that members get or lose.' },
  swipes: {
    label: 'Cards at devices',
    carries: 'Who was let in or refused at which door, without the card and without why. Often.',
  },
  uses: { label: 'Uses of machines', carries: 'Who started and finished with which machine, and how long it ran.' },
  visits: { label: 'Visits', carries: 'Who signs in and out on site, and how many visitors come.' },
  payments: { label: 'Payments', carries: 'Plans, charges, payments and balances, with amounts.' },
  devices: { label: 'Devices', carries: 'Commands, lockouts and changes of doors, machines, kiosks and products.' },
  issues: { label: 'Issue reports', carries: 'Reports with their titles, and maintenance.' },
  meetings: { label: 'Meetings', carries: 'Meetings, invitations, who is there, proxies and minutes.' },
  votes: { label: 'Votes', carries: 'Votes that open and close, and how many were cast; never by which member.' },
  storage: { label: 'Storage and tickets', carries: 'Storage places and tickets, and whose they are.' },
  messages: { label: 'Messages', carries: 'Mailings and messages, without their text.' },
  site: { label: 'Settings and the site', carries: 'Names of settings that changed, exports, clean-up, agreements.' },
} as const

export type WebhookKindWord = keyof typeof webhookKinds

const ofGroup: Record<EventGroup, WebhookKindWord> = {
  logins: 'accounts',
  details: 'members',
  standing: 'members',
  cards: 'cards',
  access: 'access',
  devices: 'devices',
  visits: 'visits',
  messages: 'messages',
  money: 'payments',
  settings: 'site',
  exports: 'site',
  other: 'site',
}

/** Where the first word of an event says more than its group in the audit. */
const ofWord: Readonly<Record<string, WebhookKindWord>> = {
  issue: 'issues',
  maintenance: 'issues',
  meeting: 'meetings',
  roll: 'meetings',
  attendance: 'meetings',
  proxy: 'meetings',
  motion: 'votes',
  vote: 'votes',
  storage: 'storage',
  ticket: 'storage',
}

/** What stands in logs of its own and not in the audit: by kind, and told to those alone who chose it. */
export const doingEvents = {
  swipes: ['swipe.accepted', 'swipe.refused', 'swipe.lockedOut'],
  uses: ['use.started', 'use.ended'],
} as const satisfies Partial<Record<WebhookKindWord, readonly string[]>>

export const kindOfDoing = (event: string): keyof typeof doingEvents => (event.startsWith('use.') ? 'uses' : 'swipes')

/** Every event of the audit is of one kind. */
export const kindOfEvent = (event: string, group: EventGroup): WebhookKindWord =>
  ofWord[event.split('.')[0] ?? ''] ?? ofGroup[group]

/** `stopped`: the receiver was switched off before it arrived. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'stopped'] as const

/** Why nothing is sent to a receiver. */
export const offReasons = {
  staff: 'Switched off by an administrator',
  gone: 'Switched off because the receiver said it is gone (410)',
  failing: 'Switched off because nothing arrived for five days',
} as const

/** What the button sends. */
export const testEvent = 'webhook.test'
