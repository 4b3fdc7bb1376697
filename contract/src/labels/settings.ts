import { z } from 'zod'
import { keepDays, setting, type Setting } from '../setting.ts'
import { labelSizes } from './words.ts'

export const labelsSettings = {
  LABEL_SIZE: {
    ...setting(
      'general',
      'Labels are printed on',
      z.enum(labelSizes),
      'roll62',
      'The size of the PDF pages of labels, as your label printer takes them.',
    ),
    choices: { roll62: 'A roll, 62 mm wide', card100x60: 'Cards of 100 × 60 mm' },
  },
  ENABLE_TICKETS: setting(
    'features',
    'Tickets for things left in the space',
    z.boolean(),
    false,
    'Members print a numbered label for what they leave on a bench or in a box. Its code says whose it is.',
  ),
  LEAVE_TICKET_DAYS: setting(
    'features',
    'Longest ticket, in days',
    z.number().int('A number of whole days.').min(1, 'At least 1 day.').max(365),
    14,
    'The longest a ticket can run. Members can extend it by the same again.',
  ),
  KEEP_TICKETS_DAYS: keepDays('Removed tickets', {
    least: 7,
    usual: 365,
    help: 'Whose ticket it was and for what, after it was removed. Long enough to answer who took a thing away.',
  }),
} satisfies Record<string, Setting>
