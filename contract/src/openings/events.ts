import { type EventWords, say } from '../event.ts'

export const openingsEvents = {
  'opening.announced': say('visits', '{actor} announced the opening {name}'),
  'opening.moved': say('visits', '{actor} moved an opening to {name}'),
  'opening.late': say('visits', '{actor} is late: the opening is now {name}'),
  'opening.cancelled': say('visits', '{actor} cancelled the opening {name}'),
  'opening.ended': say('visits', 'The opening {name} was cancelled, because its key-holder may no longer open'),
  'opening.followed': say('messages', '{subject} asked for emails about openings'),
  'opening.unfollowed': say('messages', '{subject} wants no more emails about openings'),
  'keyHolder.added': say('access', '{actor} made {subject} a key-holder'),
  'keyHolder.removed': say('access', '{actor} removed {subject} from the key-holders'),
} as const satisfies Record<`${string}.${string}`, EventWords>
