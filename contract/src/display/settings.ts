import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'
import { displaySchemes, displaySchemeWords, slideSeconds } from './words.ts'

export const displaySettings = {
  DISPLAY_NAMES: setting(
    'features',
    'Wall display: names of members on site',
    z.boolean(),
    false,
    'Wall displays list who is on site by screen name or first name, without hidden members. When off, they show only a number. It needs Members on site.',
  ),
  DISPLAY_SCHEME: {
    ...setting(
      'theme',
      'Wall display: colours',
      z.enum(displaySchemes),
      'dark',
      'Dark is easier on the eyes in a dim room.',
    ),
    choices: displaySchemeWords,
  },
  DISPLAY_SECONDS: setting(
    'theme',
    'Wall display: seconds for each view',
    z
      .number()
      .int('A number of whole seconds.')
      .min(slideSeconds.least, `At least ${slideSeconds.least}.`)
      .max(slideSeconds.most),
    15,
    'How long a wall display shows who is there, what is planned and what is out of order. Slides have seconds of their own.',
  ),
} satisfies Record<string, Setting>
