import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

const days = z.number().int('A number of whole days.').min(0, 'At least 0.').max(730)

const after = (title: string, usual: number, what: string) =>
  setting('signup', title, days, usual, `How many days after a membership has ended ${what}.`)

export const leavingSettings = {
  ENABLE_LEAVING: setting(
    'features',
    'Leaving by checklist',
    z.boolean(),
    false,
    'When a membership ends for good, a dated checklist runs by itself: storage, cards, access, balance, news and a goodbye email. It applies to memberships that end after you turn it on.',
  ),
  LEAVING_GOODBYE_DAYS: after('Leaving: goodbye email', 0, 'the member is emailed what happens next'),
  LEAVING_STORAGE_DAYS: after('Leaving: storage', 0, 'their storage places are looked at'),
  LEAVING_MAILINGS_DAYS: after('Leaving: news', 0, 'the member gets no more news'),
  LEAVING_ACCESS_DAYS: after(
    'Leaving: cards and access',
    30,
    'their cards are retired, access is removed, and sessions and API keys end. Cards stop working as soon as the membership ends',
  ),
  LEAVING_BALANCE_DAYS: after('Leaving: balance', 30, 'a balance that is left has to be settled'),
  LEAVING_ACCOUNT_DAYS: after('Leaving: account', 90, 'the member is told what is kept, and how to close the account'),
} satisfies Record<string, Setting>
