import { type EventWords, say } from '../event.ts'

export const retentionEvents = {
  'retention.ran': say('other', 'The nightly clean-up deleted what is no longer kept, {count} in all'),
} as const satisfies Record<`${string}.${string}`, EventWords>
