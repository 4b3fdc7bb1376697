import { z } from 'zod'
import { Url } from '../addresses.ts'
import { setting, unbuilt, type Setting } from '../setting.ts'

export const statisticsSettings = {
  STATS_CARD_IMAGE: unbuilt(setting('theme', 'Statistics picture', Url, '', 'The picture on the statistics card.')),
  ENABLE_STATS_PAGE: unbuilt(
    setting('features', 'Statistics page', z.boolean(), true, 'Show members the statistics page.'),
  ),
} satisfies Record<string, Setting>
