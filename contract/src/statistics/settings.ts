import { z } from 'zod'
import { PictureAddress } from '../addresses.ts'
import { setting, unbuilt, type Setting } from '../setting.ts'

export const statisticsSettings = {
  STATS_CARD_IMAGE: unbuilt(
    setting('theme', 'Statistics picture', PictureAddress, '', 'The picture on the statistics card.'),
  ),
  ENABLE_STATS_PAGE: unbuilt(
    setting(
      'features',
      'Statistics page',
      z.boolean(),
      true,
      'Let members read the statistics. Administrators always can.',
    ),
  ),
} satisfies Record<string, Setting>
