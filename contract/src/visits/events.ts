import { type EventWords, say } from '../event.ts'

export const visitsEvents = {
  'visit.signedIn': say('visits', '{actor} signed {subject} in on site', '{actor} signed in on site'),
  'visit.forgotten': say('visits', '{actor} signed {subject} out a day after signing in'),
  'visit.signedOut': say('visits', '{actor} signed {subject} out', '{actor} signed out'),
} as const satisfies Record<`${string}.${string}`, EventWords>
