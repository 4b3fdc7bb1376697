import { z } from 'zod'
import { PictureAddress } from '../addresses.ts'
import { keepDays, setting, unbuilt, type Setting } from '../setting.ts'

export const statisticsSettings = {
  STATS_CARD_IMAGE: unbuilt(
    setting('theme', 'Statistics picture', PictureAddress, '', 'The picture on the statistics card.'),
  ),
  ENABLE_STATS_PAGE: setting(
    'features',
    'Statistics page',
    z.boolean(),
    true,
    'Let members read the statistics. Administrators always can.',
  ),
  STATS_MAX_DAYS: keepDays('Statistics', {
    least: 30,
    usual: 365,
    help: 'How far back statistics go: one set of figures a day of the whole space, which names no one.',
  }),
} satisfies Record<string, Setting>
