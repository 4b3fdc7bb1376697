import { z } from 'zod'
import { setting, Line, HomepageCardInput, type Setting } from '../setting.ts'

export const homeSettings = {
  SITE_BANNER: setting(
    'general',
    'Notice on every page',
    Line,
    '',
    'A line at the top of every page. Leave empty for none.',
  ),
  HOME_PAGE_CARDS: setting(
    'general',
    'Home page cards',
    z.array(HomepageCardInput).max(30),
    [],
    'Cards shown on everyone’s home page.',
  ),
} satisfies Record<string, Setting>
