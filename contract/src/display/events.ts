import { type EventWords, say } from '../event.ts'

export const displayEvents = {
  'slide.added': say('settings', '{actor} added the slide {name} to wall displays'),
  'slide.changed': say('settings', '{actor} changed the slide {name} of wall displays'),
  'slide.removed': say('settings', '{actor} removed the slide {name} from wall displays'),
  'slide.ordered': say('settings', '{actor} put the slides of wall displays in another order'),
} as const satisfies Record<`${string}.${string}`, EventWords>
