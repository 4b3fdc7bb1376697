import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** How a device is reached. */
export const driverQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.drivers.get, { deviceId }),
    meta: { live: 'devices' },
  })

export const { set: setDriver, test: testDriver, open: openDoor, start: startUse, end: endUse } = api.drivers
