import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

const days = z.number().int('A number of whole days.').min(0, 'At least 0.').max(365)

export const storageSettings = {
  ENABLE_STORAGE: setting(
    'features',
    'Storage places',
    z.boolean(),
    false,
    'Shelves, boxes and lockers with a holder and a last day. Members see theirs and can ask for one.',
  ),
  STORAGE_REMIND_DAYS: setting(
    'features',
    'Reminder before a place ends',
    days,
    14,
    'How many days before its last day the holder of a storage place is reminded. 0 is never.',
  ),
  STORAGE_OVERDUE_DAYS: setting(
    'features',
    'Reminder after a place has ended',
    days,
    3,
    'How many days after its last day the holder is reminded again and staff are told. 0 is never.',
  ),
  STORAGE_GRACE_DAYS: setting(
    'features',
    'Days to clear a place',
    days,
    28,
    'How many days a former member has to clear their storage place after their membership has ended.',
  ),
} satisfies Record<string, Setting>
