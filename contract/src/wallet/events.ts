// On its own: the list of events takes one file of each domain.
import { type EventWords, say } from '../event.ts'

export const walletEvents = {
  'wallet.passCreated': say('details', '{subject} put the digital ID into {wallet}'),
  'wallet.passRemoved': say(
    'details',
    'The digital ID of {subject} was removed from {wallet}',
    '{actor} removed the digital ID from {wallet}',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
