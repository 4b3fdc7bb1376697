// On its own: the list of events takes one file of each domain.
import { type EventWords, say } from '../event.ts'

export const pushEvents = {
  'push.turnedOn': say('details', '{subject} turned on notifications on a device'),
  'push.turnedOff': say('details', '{subject} turned off notifications on a device'),
  'push.wanted': say('details', '{subject} asked to be notified of {occasion}'),
  'push.unwanted': say('details', '{subject} asked not to be notified of {occasion} any more'),
} as const satisfies Record<`${string}.${string}`, EventWords>
