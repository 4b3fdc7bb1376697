import { type EventWords, say } from '../event.ts'

export const storageEvents = {
  'storage.added': say('settings', '{actor} added the storage place {name}'),
  'storage.addedMany': say('settings', '{actor} added {count} storage places, {name}'),
  'storage.changed': say('settings', '{actor} changed the storage place {name}'),
  'storage.removed': say('settings', '{actor} removed the storage place {name}'),
  'storage.assigned': say('other', '{actor} gave {subject} the storage place {place}'),
  'storage.extended': say('other', '{actor} changed the last day of {place} of {subject}'),
  'storage.moved': say('other', '{actor} moved {subject} from {from} to {place}'),
  'storage.released': say(
    'other',
    '{actor} noted that {subject} has given back {place}',
    '{subject} gave back {place}',
  ),
  'storage.clearing': say('other', '{subject} has to clear {place} because their membership ended'),
  'storage.toClear': say('other', 'The time of {subject} to clear {place} is over'),
  'storage.kept': say('other', '{subject} keeps {place} because they came back'),
  'storage.asked': say('other', '{subject} asked for a storage place', '{subject} asked for a storage place'),
  'storage.unasked': say(
    'other',
    '{actor} took {subject} off the waiting list for storage',
    '{subject} no longer waits for a storage place',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
