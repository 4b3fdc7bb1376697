import type { Domain } from '#platform/domain.ts'
import type { PersonalData } from '#platform/personal-data.ts'
import type { SwitchDefault } from './options.ts'
import { deviceRoutes } from './routes.ts'

const devicePersonalData: PersonalData = {
  tables: {
    device_keys: {
      exported: { not: 'Who made a key is about the device.' },
      closing: { kept: 'Who made a key of a device, without a name.' },
    },
  },
}

/** Access stands above devices, so what switches a default is handed in. */
export const devicesDomain = ({ switchDefault }: { switchDefault: SwitchDefault }): Domain => ({
  name: 'devices',
  tables: ['devices', 'device_keys', 'pending_devices'],
  routes: (app, services) => deviceRoutes(app, services, switchDefault),
  personalData: devicePersonalData,
})
