import type { Domain } from '#platform/domain.ts'
import type { PersonalData } from '#platform/personal-data.ts'
import { deviceGauges } from './device-counts.ts'
import type { SwitchDefault } from './options.ts'
import { deviceRoutes } from './routes.ts'

const kept = {
  title: 'Devices and their keys, and which member let each connect',
  reason: 'As long as the portal has the device.',
}

const devicePersonalData: PersonalData = {
  tables: {
    devices: {
      exported: { not: 'Who let a device connect is about the device.' },
      kept,
      closing: { kept: 'Who let a device connect, without a name.' },
    },
    device_keys: {
      exported: { not: 'Who made a key, and who owns it, is about the device.' },
      kept,
      closing: { kept: 'Who made a key of a device and who owns it, without a name.' },
    },
  },
}

/** Access stands above devices, so what switches a default is handed in. */
export const devicesDomain = ({ switchDefault }: { switchDefault: SwitchDefault }): Domain => ({
  name: 'devices',
  tables: ['devices', 'device_keys', 'device_orders', 'heard_lockouts', 'pending_devices'],
  routes: (app, services) => deviceRoutes(app, services, switchDefault),
  retentions: [
    {
      name: 'pendingDevices',
      title: 'Devices that tried to connect and were not added',
      table: 'pending_devices',
      column: 'last_seen_at',
      days: 30,
      reason: 'A device that is still there tries again.',
    },
  ],
  personalData: devicePersonalData,
  gauges: [deviceGauges],
})
