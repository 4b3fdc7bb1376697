import { z } from 'zod'
import { keepDays, setting, type Setting } from '../setting.ts'

export const visitorsSettings = {
  ENABLE_VISITORS: setting(
    'features',
    'Visitors',
    z.boolean(),
    false,
    'Visitors sign in at a kiosk without an account, read what you ask of them and name the member they visit.',
  ),
  VISITORS_NEED_HOST: setting(
    'features',
    'Visitors name a host',
    z.boolean(),
    false,
    'A visitor can sign in only if they name a member who is on site or who expects them.',
  ),
  VISITORS_WITHOUT_KIOSK: setting(
    'features',
    'Visitors sign in by a poster',
    z.boolean(),
    false,
    'Anyone with the address on the poster at your entrance can sign in as a visitor on their phone. While this is off, they scan the code at a kiosk.',
  ),
  KEEP_VISITORS_DAYS: keepDays('Visitor records', {
    least: 7,
    usual: 90,
    help: 'Who visited when, with their host and what they agreed to. Long enough to ask what happened on a day.',
  }),
} satisfies Record<string, Setting>
