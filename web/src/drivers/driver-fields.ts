import type { DriverSettings } from '@spacekeeper/contract/drivers.ts'

type Name = DriverSettings['driver']
export type DriverField = {
  name: 'address' | 'output' | 'entity' | 'energyEntity' | 'openSeconds'
  hint: `${DriverField['name']}Hint`
  initial: string
  isNumber?: true
  /** Machines run until they are stopped. */
  isForDoors?: true
}

const address: DriverField = { name: 'address', hint: 'addressHint', initial: 'http://' }
const entity: DriverField = { name: 'entity', hint: 'entityHint', initial: '' }
const energyEntity: DriverField = { name: 'energyEntity', hint: 'energyEntityHint', initial: '' }
const output: DriverField = { name: 'output', hint: 'outputHint', initial: '1', isNumber: true }
const openSeconds: DriverField = {
  name: 'openSeconds',
  hint: 'openSecondsHint',
  initial: '5',
  isNumber: true,
  isForDoors: true,
}

/** What each driver asks for, in the order of its form. */
export const driverFields: Record<Name, { fields: DriverField[]; secret: 'password' | 'token' | null }> = {
  socket: { fields: [], secret: null },
  tasmota: { fields: [address, output, openSeconds], secret: 'password' },
  shelly: { fields: [address, output, openSeconds], secret: 'password' },
  homeAssistant: { fields: [address, entity, energyEntity, openSeconds], secret: 'token' },
}
