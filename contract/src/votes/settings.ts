import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const votesSettings = {
  VOTE_REMIND_HOURS: setting(
    'meetings',
    'Remind voters (hours before a vote closes)',
    z.number().int('A whole number of hours.').min(0, 'Must be 0 or more.').max(336),
    24,
    'For votes outside meetings. Members who haven’t voted get one email. 0 means none.',
  ),
} satisfies Record<string, Setting>
