import { type EventWords, say } from '../event.ts'

export const votesEvents = {
  'motion.created': say('other', '{actor} wrote the vote {name}'),
  'motion.changed': say('other', '{actor} changed the vote {name}'),
  'motion.deleted': say('other', '{actor} deleted the draft of the vote {name}'),
  'motion.ordered': say('other', '{actor} changed the order of votes at {name}'),
  'motion.opened': say('other', '{actor} opened the vote {name}'),
  'motion.takenBack': say('other', '{actor} took back the opening of the vote {name}'),
  'motion.closed': say('other', '{actor} closed the vote {name}'),
  'motion.published': say('other', 'The result of the vote {name} was published'),
  'motion.reminded': say('messages', '{count} members were reminded of the vote {name}'),
  // Never what was chosen. Of a secret ballot it says that papers were signed, not when ballots were put in.
  'vote.cast': say('other', '{actor} used {count} votes on {name}'),
  'vote.papersSigned': say('other', '{actor} had {count} ballot papers signed for {name}'),
  'proxy.instructed': say('other', '{actor} told their proxy how to vote'),
} as const satisfies Record<`${string}.${string}`, EventWords>
