import { z } from 'zod'
import { Address } from '../addresses.ts'
import { setting, type Setting } from '../setting.ts'

export const monitoringSettings = {
  ENABLE_DEVICE_ALARMS: setting(
    'features',
    'Device alarms',
    z.boolean(),
    true,
    'Email staff when a device that reports its online status goes offline, and when it’s back.',
  ),
  DEVICE_ALARM_MINUTES: setting(
    'features',
    'Minutes until an alarm',
    z.number().int('A number of whole minutes.').min(4, 'At least four minutes.').max(1440),
    5,
    'How long a device must be offline before we tell staff.',
  ),
  DEVICE_ALARM_ADDRESS: setting(
    'features',
    'Email for alarms',
    Address,
    '',
    'Who gets these emails. Leave empty for everyone who looks after devices.',
  ),
} satisfies Record<string, Setting>
