import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 18:00.')

export const openingsSettings = {
  ENABLE_OPENINGS: setting(
    'features',
    'Opening plan',
    z.boolean(),
    false,
    'Key-holders say when they will be there. Members read it on their home page, in their calendar and at kiosks.',
  ),
  OPENINGS_BY_MEMBERS: setting(
    'features',
    'Opening plan: by every member',
    z.boolean(),
    false,
    'Every active member can announce an opening. While this is off, only key-holders can, and staff who look after access.',
  ),
  OPENINGS_PUBLIC: setting(
    'features',
    'Opening plan: public calendar',
    z.boolean(),
    false,
    'Anyone can subscribe to a calendar that says when the space is open. It names no members.',
  ),
  OPENINGS_EVENING_FROM: setting(
    'features',
    'Opening plan: evening from',
    Clock,
    '18:00',
    'Start time of the “Tonight” button.',
  ),
  OPENINGS_EVENING_UNTIL: setting(
    'features',
    'Opening plan: evening until',
    Clock,
    '22:00',
    'When it ends. If this is earlier than its beginning, it ends on the next day.',
  ),
} satisfies Record<string, Setting>
