import { keysOf } from '../keys-of.ts'

export const deviceKinds = ['door', 'interlock', 'memberbucks'] as const

type DeviceKindWord = (typeof deviceKinds)[number]

/** What the server may tell a device to do: the event it leaves, what the audit says of it, and which API keys may. */
export const commandFacts = {
  sync: {
    done: 'synced',
    audit: '{actor} synced {subject}',
    scopes: ['doors.command'],
  },
  bump: {
    done: 'bumped',
    audit: '{actor} opened {subject} briefly',
    scopes: ['doors.command', 'devices.bump'],
  },
  lock: {
    done: 'locked',
    audit: '{actor} locked {subject}',
    scopes: ['doors.command', 'devices.lock'],
  },
  unlock: {
    done: 'unlocked',
    audit: '{actor} unlocked {subject}',
    scopes: ['doors.command', 'devices.unlock'],
  },
  reboot: {
    done: 'rebooted',
    audit: '{actor} restarted {subject}',
    scopes: ['doors.command'],
  },
} as const

export const deviceCommands = keysOf(commandFacts)

type DeviceCommandWord = (typeof deviceCommands)[number]

/** What a command is called where it is given. One with `ask` is given only after that question. */
type CommandWords = {
  /** For the API page. */
  summary: string
  label: string
  /** In braces stands the `name` of the device. */
  ask?: { title: string; text: string }
}

const restart = {
  label: 'Restart',
  ask: { title: 'Restart {name}?', text: 'It does nothing for a few seconds. Whatever runs on it may stop.' },
}

const switchOn = {
  label: 'Switch on',
  ask: {
    title: 'Switch {name} on?',
    text: 'It runs until it is switched off, and its use isn’t charged.',
  },
}

const switchOff = {
  label: 'Switch off',
  ask: { title: 'Switch {name} off?', text: 'It stops at once, even if someone is using it.' },
}

const sendState = { label: 'Send state again' }

/** The commands of each kind of device in the order of their buttons. */
export const commandsOfKind = {
  door: {
    bump: {
      summary: 'Opens a door briefly.',
      label: 'Open briefly',
      ask: {
        title: 'Open {name} briefly?',
        text: 'Anyone standing there can go in. It is logged as opened by you.',
      },
    },
    unlock: {
      summary: 'Unlocks a door until it is locked again.',
      label: 'Unlock',
      ask: { title: 'Unlock {name}?', text: 'It stays open for everyone until it is locked again.' },
    },
    lock: {
      summary: 'Locks a door.',
      label: 'Lock',
      ask: {
        title: 'Lock {name}?',
        text: 'Cards still open it for people who have access. To stop every card, lock it for maintenance.',
      },
    },
    sync: { summary: 'Sends a door its list again.', label: 'Send card list' },
    reboot: { summary: 'Restarts the controller of a door.', ...restart },
  },
  interlock: {
    unlock: { summary: 'Switches a machine on without a use that is paid for.', ...switchOn },
    lock: { summary: 'Switches a machine off, even while it is in use.', ...switchOff },
    sync: {
      summary:
        'Tells a machine again whether it is locked out, which is all it holds of the portal. Machines have no bump: their protocol knows nothing that opens for a moment.',
      ...sendState,
    },
    reboot: { summary: 'Restarts the controller of a machine.', ...restart },
  },
  memberbucks: {
    unlock: { summary: 'Has a memberbucks device unlock.', ...switchOn },
    lock: { summary: 'Has a memberbucks device lock.', ...switchOff },
    sync: {
      summary:
        'Tells a memberbucks device again whether it is locked out, which is all it holds of the portal. These devices have no bump: their protocol knows nothing that opens for a moment.',
      ...sendState,
    },
    reboot: { summary: 'Restarts the controller of a memberbucks device.', ...restart },
  },
} as const satisfies Record<DeviceKindWord, Partial<Record<DeviceCommandWord, CommandWords>>>

export type CommandOf<K extends DeviceKindWord> = keyof (typeof commandsOfKind)[K] & DeviceCommandWord

/** What devices of a kind can be told to do. */
export const commandsOf = <K extends DeviceKindWord>(kind: K): readonly CommandOf<K>[] =>
  keysOf(commandsOfKind[kind]) as (keyof (typeof commandsOfKind)[K] & DeviceCommandWord)[] // the table satisfies that its keys are commands

export const isCommandOf = <K extends DeviceKindWord>(kind: K, command: DeviceCommandWord): command is CommandOf<K> =>
  Object.hasOwn(commandsOfKind[kind], command)

/** What is said of the commands of a kind of device. */
export const commandWords = <K extends DeviceKindWord>(kind: K) =>
  commandsOfKind[kind] as Record<CommandOf<K>, CommandWords> // the table satisfies it, kind by kind
