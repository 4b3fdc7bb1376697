import { z } from 'zod'
import { Device, DeviceKind, Serial } from './devices.ts'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/** A serial number that knocked and that nobody added. */
export const PendingDevice = z.object({
  kind: DeviceKind,
  serial: z.string(),
  ipAddress: z.string(),
  firstSeen: Instant,
  lastSeen: Instant,
  attempts: z.number().int(),
})
export type PendingDevice = z.infer<typeof PendingDevice>

export const NewDevice = z.object({
  kind: DeviceKind,
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  serial: Serial,
  description: z.string().trim().max(500, 'Must be at most 500 characters.').default(''),
  isHidden: z.boolean().default(false),
  isExemptFromSignin: z.boolean().default(false),
})
export type NewDevice = z.infer<typeof NewDevice>

/** A key of a device as long as it is kept, which is for good; the secret part is known to the device alone. */
export const DeviceKey = z.object({
  id: z.number().int(),
  prefix: z.string(),
  createdAt: Instant,
  /** Null where the command line made it, or nobody remembers. */
  createdBy: z.string().nullable(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})
export type DeviceKey = z.infer<typeof DeviceKey>

/** A device that is out of use. */
export const RemovedDevice = Device.pick({ id: true, kind: true, name: true, serial: true }).extend({
  removedAt: Instant,
})
export type RemovedDevice = z.infer<typeof RemovedDevice>

const DeviceParams = z.object({ deviceId: Id })

/** How devices come to the portal, prove themselves and leave it. */
export const enrolments = routes({
  listPending: {
    method: 'GET',
    path: '/api/admin/devices/pending/',
    access: 'staff.devices',
    summary: 'Serial numbers that knocked and are not known, the latest first; at most 100.',
    output: z.object({ pending: z.array(PendingDevice) }),
  },
  dismissPending: {
    method: 'DELETE',
    path: '/api/admin/devices/pending/:kind/:serial/',
    access: 'staff.devices',
    summary: 'Forgets a serial number that knocked. Should it knock again, it is pending again.',
    params: z.object({ kind: DeviceKind, serial: Serial }),
    output: Empty,
    errors: ['notFound'],
  },
  add: {
    method: 'POST',
    path: '/api/admin/devices/',
    access: 'staff.devices',
    summary: 'Adds a device, lets it connect and makes a key for it. The key is in this answer and in no other.',
    body: NewDevice,
    output: z.object({ deviceId: z.number().int(), key: z.string() }),
  },
  listRemoved: {
    method: 'GET',
    path: '/api/admin/devices/removed/',
    access: ['staff.devices', 'staff.access'],
    summary: 'Devices that are out of use, the last removed first; at most 2,000.',
    output: z.object({ devices: z.array(RemovedDevice) }),
  },
  setAuthorised: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/authorised/',
    access: 'staff.devices',
    summary: 'Lets a device connect, or no longer: then its line is cut at once.',
    params: DeviceParams,
    body: z.object({ isAuthorised: z.boolean() }),
    output: Empty,
    errors: ['notFound'],
  },
  listKeys: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/keys/',
    access: 'staff.devices',
    summary: 'The keys of a device, the newest first, revoked ones too; at most 200.',
    params: DeviceParams,
    output: z.object({ keys: z.array(DeviceKey) }),
    errors: ['notFound'],
  },
  createKey: {
    method: 'POST',
    path: '/api/admin/devices/:deviceId/keys/',
    access: 'staff.devices',
    summary: 'Makes another key for a device. It is in this answer and in no other; older keys go on working.',
    params: DeviceParams,
    output: z.object({ key: z.string() }),
    errors: ['notFound'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/admin/devices/:deviceId/keys/:keyId/',
    access: 'staff.devices',
    summary: 'Ends a key for good. A line that was opened with it is cut at once.',
    params: DeviceParams.extend({ keyId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
})
