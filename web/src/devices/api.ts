import type { DeviceChanges, DeviceCommand, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { isCommandOf } from '@spacekeeper/contract/devices/words.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const devicesQuery = queryOptions({
  ...apiQuery(api.devices.list),
  refetchInterval: 60_000,
  meta: { live: ['devices', 'access'] },
})

export const deviceQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.devices.get, { deviceId }),
    refetchInterval: 60_000,
    meta: { live: ['devices', 'access'] },
  })

export const pendingQuery = queryOptions({
  ...apiQuery(api.devices.listPending),
  refetchInterval: 60_000,
  meta: { live: 'devices' },
})

export const removedQuery = queryOptions({ ...apiQuery(api.devices.listRemoved), meta: { live: 'devices' } })

export const deviceKeysQuery = (deviceId: number) =>
  queryOptions({ ...apiQuery(api.devices.listKeys, { deviceId }), meta: { live: 'devices' } })

export const keyOwnersQuery = queryOptions({
  ...apiQuery(api.devices.listKeyOwners),
  meta: { live: ['devices', 'members'] },
})

const changes = {
  door: api.devices.updateDoor,
  interlock: api.devices.updateInterlock,
  memberbucks: api.devices.updateMemberbucksDevice,
} as const satisfies Record<DeviceKind, unknown>

export const changeDevice = (device: { id: number; kind: DeviceKind }, changed: DeviceChanges) =>
  changes[device.kind]({ deviceId: device.id, ...changed })

export const { setLockout } = api.devices
export const { add: addDevice, createKey, dismissPending, giveKey, revokeKey, setAuthorised } = api.devices

const removals = {
  door: api.devices.removeDoor,
  interlock: api.devices.removeInterlock,
  memberbucks: api.devices.removeMemberbucksDevice,
} as const satisfies Record<DeviceKind, unknown>

export const removeDevice = ({ id, kind }: { id: number; kind: DeviceKind }) => removals[kind]({ deviceId: id })

/** Resolves once the device has been told; one that cannot be reached is an error. */
export const giveCommand = (device: { id: number; kind: DeviceKind }, command: DeviceCommand): Promise<unknown> => {
  const { id, kind } = device
  if (kind === 'door' && isCommandOf(kind, command)) return api.doors[command]({ doorId: id })
  if (kind === 'interlock' && isCommandOf(kind, command)) return api.interlocks[command]({ interlockId: id })
  if (kind === 'memberbucks' && isCommandOf(kind, command)) return api.vending[command]({ deviceId: id })
  throw new Error(`${kind} has no command ${command}`)
}
