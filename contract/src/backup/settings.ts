import { z } from 'zod'
import { guarded, type Setting } from '../setting.ts'

const kept = (title: string, { usual, help }: { usual: number; help: string }): Setting<number> =>
  guarded('backups', title, z.number().int('A whole number.').min(0).max(1000), usual, help)

export const backupSettings = {
  BACKUP_NIGHTLY: guarded(
    'backups',
    'Back up every night',
    z.boolean(),
    true,
    'Makes a backup every night at 2:20 UTC, or later if the machine was off then, and tries to restore it.',
  ),
  BACKUP_KEEP_DAILY: kept('Days with a backup', {
    usual: 7,
    help: 'Of how many days the last backup is kept.',
  }),
  BACKUP_KEEP_WEEKLY: kept('Weeks with a backup', {
    usual: 4,
    help: 'Of how many weeks the last backup is kept as well.',
  }),
  BACKUP_KEEP_MONTHLY: kept('Months with a backup', {
    usual: 6,
    help: 'Of how many months the last backup is kept as well.',
  }),
  BACKUP_FOLDER: guarded(
    'backups',
    'Folder for copies',
    z
      .string()
      .trim()
      .max(500)
      .regex(/^$|^(\/|[A-Za-z]:[\\/])/, 'A full path on the machine of the portal, such as /mnt/backup.'),
    '',
    'Each backup is also copied to this folder on the machine of the portal: a disk that is connected, or a shared folder of another machine. The page of backups tests it.',
  ),
  BACKUP_COPY_IN_CLEAR: guarded(
    'backups',
    'Copies without encryption',
    z.boolean(),
    false,
    'Copies are made also while there is no key. A person who finds one can read everything in it: names, cards, passwords in the form they are stored, and all secrets of the portal.',
  ),
} satisfies Record<string, Setting>
