import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const adviceSettings = {
  ENABLE_PLAN_ADVISOR: setting(
    'features',
    'Plan advisor',
    z.boolean(),
    false,
    'Tells members when another plan would have cost them less, and staff who is likely to leave. It looks at visits, swipes, machine uses, purchases, plans, payments, pauses and concessions, and decides nothing about access.',
  ),
} satisfies Record<string, Setting>
