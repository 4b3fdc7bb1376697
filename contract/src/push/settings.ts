// On its own: the list of settings takes one file of each domain.
import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const pushSettings = {
  ENABLE_PUSH: setting(
    'features',
    'Notifications on devices',
    z.boolean(),
    true,
    'Members can turn on notifications on their phones and computers. They travel encrypted, through the push service of the browser’s maker.',
  ),
} satisfies Record<string, Setting>
