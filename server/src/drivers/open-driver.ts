import type { RelaySettings } from '@spacekeeper/contract/drivers.ts'
import { driveHomeAssistant } from './drive-home-assistant.ts'
import { driveMqtt } from './drive-mqtt.ts'
import { driveShelly } from './drive-shelly.ts'
import { driveTasmota } from './drive-tasmota.ts'
import type { DriverInput, RelayDriver } from './relay-driver.ts'

/** The driver for a relay, by its settings. */
export const openDriver = ({ settings, ...rest }: DriverInput<RelaySettings>): RelayDriver => {
  switch (settings.driver) {
    case 'tasmota':
      return driveTasmota({ settings, ...rest })
    case 'shelly':
      return driveShelly({ settings, ...rest })
    case 'homeAssistant':
      return driveHomeAssistant({ settings, ...rest })
    case 'mqtt':
      return driveMqtt({ settings, ...rest })
  }
}
