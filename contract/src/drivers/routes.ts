import { z } from 'zod'
import { Refusal } from '../access/shapes.ts'
import { Text } from '../fields.ts'
import { routes, DeviceParams, DoorParams, InterlockParams } from '../route.ts'
import { Driver, DriverSettings, DriverTest, RelaySharers } from './shapes.ts'

/** Null: it was done, and the relay said so. */
const Outcome = z.object({ refusedBecause: Refusal.nullable() })

export const driversApi = routes({
  get: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/driver/',
    access: 'staff.devices',
    summary: 'How the portal reaches a device.',
    params: DeviceParams,
    output: Driver,
    errors: ['notFound'],
  },
  set: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/driver/',
    access: 'staff.devices',
    summary: 'Changes how the portal reaches a device. A secret that is left out stays, unless the address changes.',
    params: DeviceParams,
    body: z.object({ settings: DriverSettings, secret: Text(500).optional() }),
    output: z.object({ sharedWith: RelaySharers }),
    errors: ['notFound', 'machineInUse'],
  },
  test: {
    method: 'POST',
    path: '/api/admin/devices/:deviceId/driver/test/',
    keepsAnswers: true,
    access: 'staff.devices',
    summary: 'Asks the relay of a device what it does right now, switching nothing.',
    params: DeviceParams,
    output: DriverTest,
    errors: ['notFound'],
  },
  open: {
    method: 'POST',
    path: '/api/access/doors/:doorId/open/',
    access: 'activeMember',
    summary: 'Opens a door that has no reader, if the caller’s card would open it. Answers once the relay did.',
    params: DoorParams,
    output: Outcome,
    errors: ['notFound', 'deviceOffline', 'tooManyRequests'],
  },
  start: {
    method: 'POST',
    path: '/api/access/interlocks/:interlockId/start/',
    access: 'activeMember',
    summary: 'Starts a machine that has no reader, if the caller’s card would start it. Answers once the relay did.',
    params: InterlockParams,
    output: Outcome,
    errors: ['notFound', 'deviceOffline', 'machineInUse', 'tooManyRequests'],
  },
  end: {
    method: 'POST',
    path: '/api/access/interlocks/:interlockId/end/',
    access: 'signedIn',
    summary: 'Ends the caller’s use of a machine and switches it off. The use is over even if the relay is silent.',
    params: InterlockParams,
    output: z.object({ isSwitchedOff: z.boolean() }),
    errors: ['notFound', 'tooManyRequests'],
  },
})
