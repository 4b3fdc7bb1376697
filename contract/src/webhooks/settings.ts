import { z } from 'zod'
import { guarded, keepDays, type Setting } from '../setting.ts'

export const webhooksSettings = {
  WEBHOOKS_ALLOW_PRIVATE: guarded(
    'messages',
    'Webhooks into the space’s own network',
    z.boolean(),
    false,
    'Lets webhooks go to addresses of your own network and to this machine, also without https. Turn it on only if a receiver is there, such as Home Assistant.',
  ),
  KEEP_WEBHOOK_DELIVERIES_DAYS: keepDays('Webhook log', {
    least: 4,
    usual: 30,
    help: 'What was sent to other systems and what they answered. Long enough to find out why something did not arrive.',
  }),
} satisfies Record<string, Setting>
