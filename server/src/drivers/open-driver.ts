import type { RelaySettings } from '@spacekeeper/contract/drivers.ts'
import { driveTasmota } from './drive-tasmota.ts'
import type { DriverInput, RelayDriver } from './relay-driver.ts'

/** The driver for a relay, by its settings. */
export const openDriver = ({ settings, ...rest }: DriverInput<RelaySettings>): RelayDriver => {
  switch (settings.driver) {
    case 'tasmota':
      return driveTasmota({ settings, ...rest })
  }
}
