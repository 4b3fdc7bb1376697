import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiQuery, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** How a device is reached. */
export const driverQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.drivers.get, { deviceId }),
    meta: { live: 'devices' },
  })

export const { set: setDriver, test: testDriver, open: openDoor, start: startUse, end: endUse } = api.drivers

export const refreshDriver = (client: QueryClient) => refreshDomains(client, 'drivers')
/** What members may use is asked again. */
export const refreshAccess = (client: QueryClient) => refreshDomains(client, 'access')
