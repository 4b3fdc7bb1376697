import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

const Whole = z.number().int('A whole number.').min(0, 'Must be 0 or more.')

export const meetingsSettings = {
  MEETING_INVITE_DAYS: setting(
    'meetings',
    'Send invitations (days before)',
    Whole.max(365),
    21,
    'We email the invitation and agenda this long before a meeting. 0 means staff send them.',
  ),
  MEETING_REMIND_HOURS: setting(
    'meetings',
    'Send reminders (hours before)',
    Whole.max(720),
    48,
    'Members who were invited get one reminder. 0: none.',
  ),
} satisfies Record<string, Setting>
