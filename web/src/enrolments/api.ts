import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DeviceCommand, DeviceKind } from '@spacekeeper/contract/devices.ts'
import { api } from '#platform/api/client.ts'

export const pendingQuery = queryOptions({
  queryKey: ['devices', 'pending'],
  queryFn: api.enrolments.listPending,
  refetchInterval: 60_000,
  meta: { live: 'devices' },
})

export const removedQuery = queryOptions({
  queryKey: ['devices', 'removed'],
  queryFn: api.enrolments.listRemoved,
  meta: { live: 'devices' },
})

export const deviceKeysQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['devices', 'keys', deviceId],
    queryFn: () => api.enrolments.listKeys({ deviceId }),
    meta: { live: 'devices' },
  })

export const { add: addDevice, createKey, dismissPending, revokeKey, setAuthorised } = api.enrolments

const removals = {
  door: api.inventories.removeDoor,
  interlock: api.inventories.removeInterlock,
  memberbucks: api.inventories.removeMemberbucksDevice,
} as const satisfies Record<DeviceKind, unknown>
export const removeDevice = ({ id, kind }: { id: number; kind: DeviceKind }) => removals[kind]({ deviceId: id })

/** What makes sense for each kind of device, in the order of its buttons. */
export const commandsOf = {
  door: ['bump', 'unlock', 'lock', 'sync', 'reboot'],
  interlock: ['unlock', 'lock', 'reboot'],
  memberbucks: ['unlock', 'lock', 'reboot'],
} as const satisfies Record<DeviceKind, readonly DeviceCommand[]>

/** Resolves once the device has been told; one that cannot be reached is an error. */
export const giveCommand = (device: { id: number; kind: DeviceKind }, command: DeviceCommand): Promise<unknown> => {
  const { id, kind } = device
  if (kind === 'door') return api.doors[command]({ doorId: id })
  if (command === 'bump' || command === 'sync') throw new Error(`${kind} has no command ${command}`)
  if (kind === 'interlock') return api.interlocks[command]({ interlockId: id })
  return api.vending[command]({ deviceId: id })
}

/** What is shown of devices is asked again. */
export const refreshDevices = (client: QueryClient) => client.invalidateQueries({ queryKey: ['devices'] })
