import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const votesSettings = {
  VOTE_REMIND_HOURS: setting(
    'meetings',
    'Hours before a vote closes that members are reminded',
    z.number().int('A whole number of hours.').min(0, 'Not less than 0.').max(336),
    24,
    'Of votes without a meeting. Members who have not voted by then get one email. 0: none.',
  ),
} satisfies Record<string, Setting>
