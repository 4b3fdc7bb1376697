import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const apiKeysSettings = {
  ENABLE_DOOR_BUMP_API: setting(
    'features',
    'Commands by API key',
    z.boolean(),
    true,
    'Other systems with an API key can open, lock and unlock the devices their key allows.',
  ),
} satisfies Record<string, Setting>
