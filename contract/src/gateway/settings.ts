import { keepDays, type Setting } from '../setting.ts'

export const gatewaySettings = {
  KEEP_CONNECTIONS_DAYS: keepDays('Device connections', {
    least: 7,
    usual: 90,
    help: 'When each device came online and went offline.',
  }),
} satisfies Record<string, Setting>
