import { z } from 'zod'
import { keepDays, setting, type Setting } from '../setting.ts'

export const proxiesSettings = {
  PROXY_MAX_PER_HOLDER: setting(
    'meetings',
    'Most proxies a member holds',
    z.number().int('A whole number.').min(1, 'At least 1.').max(100),
    5,
    'Per meeting. Check your rules: many allow only a few.',
  ),
  PROXY_DEADLINE_HOURS: setting(
    'meetings',
    'Proxy deadline (hours before)',
    z.number().int('A number of whole hours.').min(0, 'At least 0.').max(720),
    24,
    '0 means until the meeting starts. Staff can record paper proxies until it ends. Staff record those on paper until it is over.',
  ),
  PROXY_HOLDER_ACCEPTS: setting(
    'meetings',
    'Proxies have to be accepted',
    z.boolean(),
    true,
    'A proxy counts once the member who is to vote has accepted it. When this is off, it counts at once.',
  ),
  KEEP_PROXIES_DAYS: keepDays('Proxy records', {
    least: 30,
    usual: 1095,
    help: 'After a meeting, who gave a proxy to which member is kept this long, as proof of how it was decided.',
  }),
} satisfies Record<string, Setting>
