import { z } from 'zod'
import { keepDays, setting, type Setting } from '../setting.ts'

export const interlocksSettings = {
  MACHINE_MOST_COST: setting(
    'payments',
    'Maximum cost of one use',
    z.number().int('A whole number.').min(1, 'At least 1.').max(10_000),
    500,
    'In your currency. The machine keeps running at no further cost. Each machine can have its own maximum.',
  ),
  MACHINE_CHARGED_HOURS: setting(
    'payments',
    'Hours of a use that are charged',
    z.number().int('A number of whole hours.').min(1, 'At least one hour.').max(168),
    12,
    'After this time the machine keeps running without charge, and staff see it on their home page. Machines with a time limit switch off instead.',
  ),
  MACHINE_GRACE_MINUTES: setting(
    'payments',
    'Minutes a machine goes on after access ends',
    z.number().int('A number of whole minutes.').min(0, '0 is at once.').max(1440),
    5,
    'When a member who is using a machine is suspended, loses their card or may no longer use it, it switches off after so long and the use ends. With 0 it switches off at once, even in the middle of a cut.',
  ),
  KEEP_USES_DAYS: keepDays('Free machine uses', {
    least: 30,
    usual: 1096,
    help: 'Who used which machine when, where that cost nothing. Uses that cost money are kept ten years, as a part of the books.',
  }),
} satisfies Record<string, Setting>
