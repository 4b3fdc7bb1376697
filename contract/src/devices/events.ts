import { type EventWords, say } from '../event.ts'
import type { DeviceCommand, DeviceKind } from './shapes.ts'
import { commandFacts, deviceCommands } from './words.ts'

type CommandEventWords = { [C in DeviceCommand]: (typeof commandFacts)[C]['done'] }

const doneWords = deviceCommands.map((command) => [command, commandFacts[command].done])

/** What the audit calls a command once the device obeyed. */
export const commandEventWords = Object.fromEntries(doneWords) as CommandEventWords // computed names lose their literal types

type CommandEvent = `${DeviceKind}.${(typeof commandEventWords)[DeviceCommand] | 'notReached'}`

const deedsOf = <const K extends DeviceKind>(kind: K) => {
  const words = {
    ...Object.fromEntries(
      deviceCommands.map((command) => [
        `${kind}.${commandEventWords[command]}`,
        say('devices', commandFacts[command].audit),
      ]),
    ),
    [`${kind}.notReached`]: say('devices', '{subject} did not answer {actor}'),
  }
  return words as Record<Extract<CommandEvent, `${K}.${string}`>, EventWords> // computed names lose their literal types
}

export const devicesEvents = {
  ...deedsOf('door'),
  ...deedsOf('interlock'),
  ...deedsOf('memberbucks'),
  'device.added': say('devices', '{actor} added {subject}'),
  'device.dismissed': say('devices', '{actor} dismissed an unknown device'),
  'device.changed': say('devices', '{actor} changed {subject}'),
  'device.removed': say('devices', '{actor} removed {subject}'),
  'device.authorised': say('devices', '{actor} authorised {subject}'),
  'device.authorisationWithdrawn': say('devices', '{actor} withdrew the authorisation of {subject}'),
  'device.keyCreated': say('devices', '{actor} created a key for {subject}'),
  'device.keyGiven': say('devices', '{actor} changed the owner of a key of {subject}'),
  'device.keyRevoked': say('devices', '{actor} revoked a key of {subject}'),
  'device.lockedOut': say('devices', '{actor} locked {subject} for everyone'),
  'device.lockoutEnded': say('devices', '{actor} ended the lockout of {subject}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
