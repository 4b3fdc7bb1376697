import type { HomeAssistantSettings } from '@spacekeeper/contract/drivers.ts'
import { below, callRelay } from './call-relay.ts'
import { driverFault } from './driver-fault.ts'
import { entityEnergy, isEntityOn, readHomeAssistant, serviceOf } from './read-home-assistant.ts'
import type { OpenDriver } from './relay-driver.ts'

/** Locks and switches that Home Assistant looks after, over its REST API. */
export const driveHomeAssistant: OpenDriver<HomeAssistantSettings> = ({ settings, secret }) => {
  const { address, entity, energyEntity } = settings
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const state = async (of: string) =>
    readHomeAssistant(await callRelay(below(address, `/api/states/${encodeURIComponent(of)}`), { headers }))
  const call = async (service: string) => {
    const body = JSON.stringify({ entity_id: entity })
    readHomeAssistant(await callRelay(below(address, `/api/services/${service}`), { method: 'POST', headers, body }))
  }
  const turn = async (isOn: boolean) => {
    // It answers 200 for entities it does not know, so the state is what counts, before and after.
    isEntityOn(await state(entity))
    await call(serviceOf(entity, isOn))
    if (isEntityOn(await state(entity)) !== isOn) throw driverFault('unavailable')
  }
  return {
    timesBumps: false,
    readState: async () => ({
      isOn: isEntityOn(await state(entity)),
      energyKwh: energyEntity === '' ? null : entityEnergy(await state(energyEntity)),
      powerWatts: null,
    }),
    command: async (command) => {
      switch (command.name) {
        case 'lock':
          return turn(false)
        case 'unlock':
        case 'bump':
          return turn(true)
        case 'reboot':
          // Nothing there can be restarted; the hub asks the device anew.
          return call('homeassistant/update_entity')
      }
    },
    close: () => undefined,
  }
}
