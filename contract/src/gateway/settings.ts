import { keepDays, type Setting } from '../setting.ts'

export const gatewaySettings = {
  KEEP_CONNECTIONS_DAYS: keepDays('Keep connections of devices', {
    least: 7,
    usual: 90,
    help: 'When each device came online and went offline.',
  }),
} satisfies Record<string, Setting>
