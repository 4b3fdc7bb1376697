import { z } from 'zod'
import type { ErrorCode } from '../error-codes.ts'
import { Text } from '../fields.ts'
import { type ApiScope, routes, DeviceParams, Empty, Id } from '../route.ts'
import {
  Device,
  PendingDevice,
  DeviceKind,
  Serial,
  NewDevice,
  RemovedDevice,
  DeviceKey,
  KeyOwner,
  DeviceChanges,
  DoorItem,
  InterlockItem,
  MemberbucksDeviceItem,
} from './shapes.ts'
import { commandFacts, type CommandOf, commandsOf, commandWords } from './words.ts'

/** What existing clients call a kind of device in their addresses. */
const legacyPaths = { door: 'doors', interlock: 'interlocks', memberbucks: 'memberbucks-devices' } as const

type LegacyKind = keyof typeof legacyPaths

const legacyList = <const K extends LegacyKind, const Item extends z.ZodObject>(kind: K, item: Item) =>
  ({
    method: 'GET',
    path: `/api/admin/${legacyPaths[kind]}/`,
    access: 'staff.devices',
    summary: 'Every device of this kind, by name, with the 50 members who used it most.',
    output: z.array(item),
  }) as const

const legacyChange = <const K extends LegacyKind>(kind: K) =>
  ({
    method: 'PUT',
    path: `/api/admin/${legacyPaths[kind]}/:deviceId/`,
    access: 'staff.devices',
    summary: 'Changes a device. What is left out stays as it is, and what is sent back as it was changes nothing.',
    params: DeviceParams,
    body: DeviceChanges,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  }) as const

const legacyRemove = <const K extends LegacyKind>(kind: K) =>
  ({
    method: 'DELETE',
    path: `/api/admin/${legacyPaths[kind]}/:deviceId/`,
    access: 'staff.devices',
    summary: 'Takes a device out of use for good: its line is cut and its keys are worthless. Its history stays.',
    params: DeviceParams,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  }) as const

const CommandResult = z.object({ success: z.boolean() })

type CommandRoute<Path extends string, Params extends z.ZodObject> = {
  method: 'POST'
  path: Path
  access: 'staff.devices'
  apiKey?: readonly ApiScope[]
  summary: string
  params: Params
  unknownFields: 'ignored'
  output: typeof CommandResult
  errors: readonly ErrorCode[]
}

/** A route for each command of a kind of device; they differ in the last segment of their paths. */
export const commandRoutes = <
  const K extends DeviceKind,
  const Path extends `/api/${string}/`,
  Params extends z.ZodObject,
>(
  kind: K,
  { path, params, isForApiKeys }: { path: Path; params: Params; isForApiKeys: boolean },
) => {
  const made = commandsOf(kind).map((name) => [
    name,
    {
      method: 'POST',
      path: `${path}${name}/`,
      access: 'staff.devices',
      ...(isForApiKeys && { apiKey: commandFacts[name].scopes }),
      summary: commandWords(kind)[name].summary,
      params,
      unknownFields: 'ignored',
      output: CommandResult,
      errors: isForApiKeys ? ['notFound', 'notAllowed', 'bumpApiOff', 'deviceOffline'] : ['notFound', 'deviceOffline'],
    },
  ])
  return Object.fromEntries(made) as { [C in CommandOf<K>]: CommandRoute<`${Path}${C}/`, Params> } // computed names lose their literal types
}

/** Devices from their first connection to their removal. */
export const devicesApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/devices/',
    access: ['staff.devices', 'staff.access'],
    summary: 'Every door, interlock and memberbucks device, by name; at most 2,000.',
    output: z.object({ devices: z.array(Device) }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/',
    access: ['staff.devices', 'staff.access'],
    summary: 'One device, also one that is out of use.',
    params: DeviceParams,
    output: Device,
    errors: ['notFound'],
  },
  setLockout: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/lockout/',
    access: 'staff.devices',
    summary: 'Puts a device under maintenance lockout with a reason, or ends it. The device hears of it at once.',
    params: DeviceParams,
    body: z.object({ isLockedOut: z.boolean(), reason: Text(200).trim().default('') }),
    output: Empty,
    errors: ['notFound'],
  },
  listPending: {
    method: 'GET',
    path: '/api/admin/devices/pending/',
    access: 'staff.devices',
    summary: 'Serial numbers that knocked and are not known, the latest first; at most 100.',
    /** `siteUrl`: what the portal calls its own address, which devices may be given. */
    output: z.object({ pending: z.array(PendingDevice), siteUrl: z.string() }),
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
    stepUp: true,
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
  listKeyOwners: {
    method: 'GET',
    path: '/api/admin/devices/key-owners/',
    access: 'staff.devices',
    summary: 'Who the caller may give keys to: themselves; for administrators everyone who looks after devices.',
    output: z.object({ owners: z.array(KeyOwner.pick({ id: true, name: true })) }),
  },
  giveKey: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/keys/:keyId/owner/',
    access: 'staff.devices',
    stepUp: true,
    summary: 'Makes a member of staff the owner of a key: the caller, or anyone if the caller is an administrator.',
    params: DeviceParams.extend({ keyId: Id }),
    body: z.object({ memberId: z.number().int().min(1).max(2_147_483_647) }),
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  },
  listDoors: legacyList('door', DoorItem),
  updateDoor: legacyChange('door'),
  removeDoor: legacyRemove('door'),
  listInterlocks: legacyList('interlock', InterlockItem),
  updateInterlock: legacyChange('interlock'),
  removeInterlock: legacyRemove('interlock'),
  listMemberbucksDevices: legacyList('memberbucks', MemberbucksDeviceItem),
  updateMemberbucksDevice: legacyChange('memberbucks'),
  removeMemberbucksDevice: legacyRemove('memberbucks'),
})
