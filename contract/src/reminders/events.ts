import { type EventWords, say } from '../event.ts'

export const remindersEvents = {
  'reminders.stepCreated': say('settings', '{actor} added the reminder {name}'),
  'reminders.stepChanged': say('settings', '{actor} changed the reminder {name}'),
  'reminders.stepRemoved': say('settings', '{actor} removed the reminder {name}'),
  'reminders.planSeparated': say('settings', '{actor} gave the plan {name} reminders of its own'),
  'reminders.planJoined': say('settings', '{actor} let the plan {name} follow the reminders of the space'),
  'reminders.sent': say('money', '{subject} was reminded of a payment'),
  'reminders.accessEnded': say('money', 'A reminder ended the access of {subject}'),
  'reminders.membershipEnded': say('money', 'A reminder ended the plan of {subject}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
