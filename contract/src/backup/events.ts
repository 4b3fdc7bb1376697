import { type EventWords, say } from '../event.ts'

export const backupEvents = {
  'backup.made': say('exports', 'The backup {name} was made'),
  'backup.started': say('exports', '{actor} asked for a backup'),
  'backup.downloaded': say('exports', '{actor} downloaded the backup {name}'),
  'backup.removed': say('exports', '{actor} deleted the backup {name}'),
  'backup.restored': say('exports', 'The portal was restored from the backup {name}'),
  'backup.keyMade': say('settings', '{actor} made the key {name} for backups'),
  'backup.keyTyped': say('settings', '{actor} typed in the key {name} of backups'),
  'backup.placeTaken': say('settings', '{actor} took over the place {name} for copies of backups'),
  'account.erasedAgain': say('standing', 'The account of {subject} was erased again after a restore'),
} as const satisfies Record<`${string}.${string}`, EventWords>
