import type { DriverSettings } from '@spacekeeper/contract/drivers/shapes.ts'

type DriverFieldName = DriverSettings['driver']
type FieldName =
  | 'address'
  | 'output'
  | 'entity'
  | 'energyEntity'
  | 'openSeconds'
  | 'username'
  | 'commandTopic'
  | 'stateTopic'
  | 'stateKey'
  | 'onWord'
  | 'offWord'
  | 'energyTopic'
  | 'energyKey'
  | 'availabilityTopic'
export type DriverField = {
  name: FieldName
  hint: `${FieldName}Hint`
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

const word = (name: FieldName, initial = ''): DriverField => ({ name, hint: `${name}Hint`, initial })
const mqtt: DriverField[] = [
  word('address', 'mqtt://'),
  word('username'),
  word('commandTopic'),
  word('stateTopic'),
  word('stateKey'),
  word('onWord', 'ON'),
  word('offWord', 'OFF'),
  word('energyTopic'),
  word('energyKey'),
  word('availabilityTopic'),
  openSeconds,
]

/** What each driver asks for, in the order of its form. */
export const driverFields: Record<DriverFieldName, { fields: DriverField[]; secret: 'password' | 'token' | null }> = {
  socket: { fields: [], secret: null },
  tasmota: { fields: [address, output, openSeconds], secret: 'password' },
  shelly: { fields: [address, output, openSeconds], secret: 'password' },
  mqtt: { fields: mqtt, secret: 'password' },
  homeAssistant: { fields: [address, entity, energyEntity, openSeconds], secret: 'token' },
}
