import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const kiosksSettings = {
  KIOSK_PIN: setting(
    'features',
    'PIN at kiosks for everyone',
    z.boolean(),
    false,
    'Ask everyone for a PIN or password after their card at a kiosk. Staff and members with a PIN are always asked.',
  ),
} satisfies Record<string, Setting>
