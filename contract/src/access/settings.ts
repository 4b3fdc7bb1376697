import { z } from 'zod'
import { ThemeAddress } from '../addresses.ts'
import { askedAddress, setting, keepDays, type Setting } from '../setting.ts'

export const accessSettings = {
  ENABLE_THEME_SWIPE: setting(
    'features',
    'Play themes',
    z.boolean(),
    false,
    'When a card works on a device that plays themes, play that member’s theme.',
  ),
  THEME_SWIPE_URL: askedAddress(
    'features',
    'Address that plays themes',
    ThemeAddress,
    '',
    'Called to play a theme; {} becomes the screen name. It can be a machine in the space’s own network.',
  ),
  KEEP_SWIPES_DAYS: keepDays('Swipes of members', {
    least: 30,
    usual: 731,
    help: 'Who used which door, and who was refused. Two years are enough to look into a theft or an accident.',
  }),
  KEEP_UNKNOWN_CARDS_DAYS: keepDays('Swipes of unknown cards', {
    least: 7,
    usual: 90,
    help: 'Cards that belong to no member. Staff see the latest of them when they give a member a card.',
  }),
} satisfies Record<string, Setting>
