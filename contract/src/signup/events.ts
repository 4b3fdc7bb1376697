import { type EventWords, say } from '../event.ts'

export const signupEvents = {
  'signup.completed': say('standing', '{subject} finished joining', '{subject} finished joining'),
  'signup.paid': say('standing', '{subject} has paid, and everything else they join with is done'),
  'signup.stepsOpen': say('standing', '{subject} has paid and still has steps open; staff were told'),
  'signup.cardRegistered': say(
    'cards',
    '{actor} registered card {number} for {subject}',
    '{subject} registered their card {number}',
  ),
  'signup.skipped': say(
    'standing',
    '{subject} keeps an account without a membership',
    '{subject} keeps an account without a membership',
  ),
  'application.submitted': say(
    'standing',
    '{subject} applied to become a member',
    '{subject} applied to become a member',
  ),
  'application.asked': say('standing', '{actor} asked {subject} a question about their application'),
  'application.answered': say(
    'standing',
    '{subject} answered the question about their application',
    '{subject} answered the question about their application',
  ),
  'application.accepted': say('standing', '{actor} accepted the application of {subject}'),
  'application.declined': say('standing', '{actor} declined the application of {subject}'),
  'application.withdrawn': say(
    'standing',
    '{subject} withdrew their application',
    '{subject} withdrew their application',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
