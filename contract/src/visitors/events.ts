import { type EventWords, say } from '../event.ts'

// The audit is kept for longer than visitors are, so it says their number and not their name.
export const visitorsEvents = {
  'visitor.expected': say('visits', '{actor} expects {name}'),
  'visitor.cancelled': say('visits', '{actor} no longer expects {name}'),
  'visitor.arrived': say('visits', '{name} signed in'),
  'visitor.left': say('visits', '{name} signed out'),
  'visitor.signedOut': say('visits', '{actor} signed {name} out'),
  'visitor.forgotten': say('visits', '{name} was signed out a day after signing in'),
  'visitor.exported': say('exports', '{actor} exported the list of visitors'),
  'visitor.rollTaken': say('exports', '{actor} downloaded the evacuation list'),
} as const satisfies Record<`${string}.${string}`, EventWords>
