import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

const Whole = z.number().int('A whole number.').min(0, 'Not less than 0.')

export const meetingsSettings = {
  MEETING_INVITE_DAYS: setting(
    'meetings',
    'Days before a meeting that invitations are sent',
    Whole.max(365),
    21,
    'Members are emailed the invitation and the agenda so many days before a meeting. 0: only when staff send it.',
  ),
  MEETING_REMIND_HOURS: setting(
    'meetings',
    'Hours before a meeting that members are reminded',
    Whole.max(720),
    48,
    'Members who were invited get one reminder. 0: none.',
  ),
} satisfies Record<string, Setting>
