import type { DeviceKind } from '../devices/shapes.ts'
import { type EventWords, say } from '../event.ts'

const grantsOf = <const K extends DeviceKind>(kind: K) => {
  const words = {
    [`${kind}.granted`]: say('access', '{actor} gave {device} to {subject}', '{actor} gave themselves {device}'),
    [`${kind}.revoked`]: say('access', '{actor} took {device} from {subject}', '{actor} gave up {device}'),
  }
  return words as Record<`${K}.granted` | `${K}.revoked`, EventWords> // computed names lose their literal types
}

export const accessEvents = {
  ...grantsOf('door'),
  ...grantsOf('interlock'),
  ...grantsOf('memberbucks'),
  'access.changed': {
    ...say('access', '{actor} changed the access of {subject}', '{actor} changed their own access'),
    many: '{actor} changed the access of {count} members',
  },
  'device.defaultAccessOn': say('access', '{actor} gave {subject} to all active members by default ({count} members)'),
  'device.defaultAccessOff': say('access', '{actor} stopped giving {subject} by default ({count} members)'),
} as const satisfies Record<`${string}.${string}`, EventWords>
