import { z } from 'zod'
import { ThemeAddress } from '../addresses.ts'
import { setting, guarded, type Setting } from '../setting.ts'

export const accessSettings = {
  ENABLE_THEME_SWIPE: setting(
    'features',
    'Play themes',
    z.boolean(),
    false,
    'When a card works on a device that plays themes, play that member’s theme.',
  ),
  THEME_SWIPE_URL: guarded(
    'features',
    'Address that plays themes',
    ThemeAddress,
    '',
    'Called to play a theme; {} becomes the screen name. It can be a machine in the space’s own network.',
  ),
} satisfies Record<string, Setting>
