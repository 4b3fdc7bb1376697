import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { DeviceChanges } from '@spacekeeper/contract/inventories.ts'
import { api } from '#platform/api/client.ts'

const pageSize = 50

export const devicesQuery = queryOptions({
  queryKey: ['devices', 'list'],
  queryFn: api.devices.list,
  refetchInterval: 60_000,
  meta: { live: ['devices', 'access'] },
})

export const deviceQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['devices', 'one', deviceId],
    queryFn: () => api.devices.get({ deviceId }),
    refetchInterval: 60_000,
    meta: { live: ['devices', 'access'] },
  })

export type HolderSource = 'all' | 'default' | 'hand'
type Search = { deviceId: number; text: string; source: HolderSource }

/** Who has a device, a page after the other; what is on the screen stays while the next search is under way. */
export const holdersQuery = (search: Search) =>
  infiniteQueryOptions({
    queryKey: ['devices', 'holders', search.deviceId, search.source, search.text],
    queryFn: ({ pageParam }) => api.devices.listHolders({ ...search, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.holders.length, 0)
      return last.holders.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    meta: { live: ['access', 'members'] },
  })

/** Whom the switch of a default concerns, as of now. */
export const defaultPreviewQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['devices', 'default', deviceId],
    queryFn: () => api.devices.previewDefault({ deviceId }),
    gcTime: 0,
    meta: { live: ['access', 'members', 'devices'] },
  })

const changes = {
  door: api.inventories.changeDoor,
  interlock: api.inventories.changeInterlock,
  memberbucks: api.inventories.changeMemberbucksDevice,
} as const satisfies Record<DeviceKind, unknown>

export const changeDevice = (device: { id: number; kind: DeviceKind }, changed: DeviceChanges) =>
  changes[device.kind]({ deviceId: device.id, ...changed })
export const { setDefault, setLockout, exportHolders } = api.devices

/** What is shown of devices is asked again. */
export const refreshDevices = (client: QueryClient) => client.invalidateQueries({ queryKey: ['devices'] })
