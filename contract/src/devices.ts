import { z } from 'zod'
import { Text } from './fields.ts'
import { MemberState } from './members.ts'
import { type ApiScope, Download, Empty, Id, Instant, routes } from './route.ts'

export const deviceKinds = ['door', 'interlock', 'memberbucks'] as const
export const DeviceKind = z.enum(deviceKinds)
export type DeviceKind = z.infer<typeof DeviceKind>

/** A serial number that can stand in an address. */
export const Serial = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,50}$/, 'Letters, digits, dot, dash and underscore, at most 50.')

/** What the server may tell a device to do. */
export const deviceCommands = ['sync', 'bump', 'lock', 'unlock', 'reboot'] as const
export const DeviceCommand = z.enum(deviceCommands)
export type DeviceCommand = z.infer<typeof DeviceCommand>

/** The scopes of API keys that let another system give a command; `doors.command` is for all of them. */
export const commandScopes = {
  sync: ['doors.command'],
  bump: ['doors.command', 'devices.bump'],
  lock: ['doors.command', 'devices.lock'],
  unlock: ['doors.command', 'devices.unlock'],
  reboot: ['doors.command'],
} as const satisfies Record<DeviceCommand, readonly ApiScope[]>

/** A card number arrives as text or as a number; null and nothing mean that the reader had none. */
export const CardId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? null : String(id).trim().slice(0, 50) || null))

/** The first message of every device. */
export const Authenticate = z.object({ command: z.literal('authenticate'), secret_key: z.string().max(200) })

/** What a door sends once it is known. Whatever else it says is passed over. */
export const DoorMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ping') }),
  z.object({ command: z.literal('ip_address'), ip_address: z.string().max(45) }),
  z.object({ command: z.literal('sync') }),
  z.object({ command: z.literal('log_access'), card_id: CardId }),
  z.object({ command: z.literal('log_access_denied'), card_id: CardId }),
  z.object({ command: z.literal('log_access_locked_out'), card_id: CardId }),
])
export type DoorMessage = z.infer<typeof DoorMessage>

/** What the meter of a machine shows, in kWh; whatever is no number counts as nothing. */
const Reading = z
  .unknown()
  .optional()
  .transform((kwh) => (typeof kwh === 'number' && Number.isFinite(kwh) ? kwh : null))

/** No card has a null byte in its number, and the database keeps none. */
const MachineCard = CardId.transform((card) => (card?.includes('\u0000') ? null : card))

/** What a machine sends beyond what all devices do. */
export const InterlockMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('interlock_session_start'), card_id: MachineCard }),
  z.object({ command: z.literal('interlock_session_update'), session_id: z.uuid(), session_kwh: Reading }),
  z.object({
    command: z.literal('interlock_session_end'),
    session_id: z.uuid(),
    session_kwh: Reading,
    // Whatever was held to the machine: it has stopped, and nobody shall pay on.
    card_id: MachineCard.catch(null),
  }),
])
export type InterlockMessage = z.infer<typeof InterlockMessage>

/** Replies and pushes to a machine. The answer to `authenticate` carries no command. */
export const ToInterlock = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.literal('pong') }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(['lock', 'unlock', 'reboot']) }),
    z.object({ command: z.literal('interlock_session_start'), session_id: z.string() }),
    z.object({
      command: z.literal('interlock_session_rejected'),
      reason: z.enum(['rejected', 'locked_out', 'not_signed_in']),
    }),
    z.object({
      command: z.enum(['interlock_session_update', 'interlock_session_end']),
      success: z.boolean(),
      reason: z.literal('session_already_ended').optional(),
    }),
  ]),
])
export type ToInterlock = z.infer<typeof ToInterlock>

/** Replies and pushes to a door. The answer to `authenticate` carries no command. */
export const ToDoor = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.literal('pong') }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('sync'), tags: z.array(z.string()), hash: z.string() }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(['bump', 'lock', 'unlock', 'reboot']) }),
    z.object({
      command: z.enum(['log_access', 'log_access_denied', 'log_access_locked_out']),
      success: z.boolean(),
      reason: z.string().optional(),
    }),
  ]),
])
export type ToDoor = z.infer<typeof ToDoor>

/** A device as administrators look after it. */
export const Device = z.object({
  id: z.number().int(),
  kind: DeviceKind,
  name: z.string(),
  description: z.string(),
  serial: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** What it calls its program, if it says so. */
  firmware: z.string().nullable(),
  isAuthorised: z.boolean(),
  isOffline: z.boolean(),
  lastSeen: Instant.nullable(),
  lockout: z.object({ since: Instant, reason: z.string().nullable() }).nullable(),
  isDefaultAccess: z.boolean(),
  isHidden: z.boolean(),
  isExemptFromSignin: z.boolean(),
  playsTheme: z.boolean(),
  postsToDiscord: z.boolean(),
  postsToSlack: z.boolean(),
  /** Staff hear of it when it falls silent. */
  reportsOnlineStatus: z.boolean(),
  /** Members who have it, by default and by hand. */
  grantsByDefault: z.number().int(),
  grantsByHand: z.number().int(),
  /** Out of use since then; what it is and was stays to be read. */
  removedAt: Instant.nullable(),
})
export type Device = z.infer<typeof Device>

/** Somebody who has a device. */
export const Holder = z.object({
  memberId: z.number().int(),
  name: z.string(),
  state: MemberState,
  isSuspended: z.boolean(),
  hasCard: z.boolean(),
  source: z.enum(['hand', 'default']),
  grantedAt: Instant,
  grantedBy: z.string().nullable(),
})
export type Holder = z.infer<typeof Holder>

/** What switching the default of a device would do now. */
export const DefaultPreview = z.object({
  /** What it would be afterwards. */
  isDefault: z.boolean(),
  /** How many gain it, or lose it. */
  count: z.number().int(),
  /** The first of them, by name. */
  members: z.array(z.object({ id: z.number().int(), name: z.string(), state: MemberState, isSuspended: z.boolean() })),
  /** Who has it by hand, and so keeps it. */
  byHand: z.number().int(),
  /** From whom staff took it, and who so goes on without. */
  exceptions: z.number().int(),
  isOffline: z.boolean(),
  lastSeen: Instant.nullable(),
  /** Sent back with the confirmation, which fails if the members concerned are others by then. */
  fingerprint: z.string(),
})
export type DefaultPreview = z.infer<typeof DefaultPreview>

const DeviceParams = z.object({ deviceId: Id })
const HolderSearch = z.object({
  text: Text(100).default(''),
  source: z.enum(['all', 'hand', 'default']).default('all'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const devices = routes({
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
  listHolders: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/holders/',
    access: 'staff.access',
    summary: 'Who has a device, by default or by hand, since when and from whom; by name, a page at a time.',
    params: DeviceParams,
    query: HolderSearch,
    output: z.object({ holders: z.array(Holder), total: z.number().int() }),
    errors: ['notFound'],
  },
  exportHolders: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/holders/export/',
    access: 'staff.access',
    summary: 'Everybody who has a device, as CSV.',
    params: DeviceParams,
    output: Download,
    errors: ['notFound'],
  },
  previewDefault: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/default/',
    access: 'staff.access',
    summary: 'Who gains or loses a device when its default is switched.',
    params: DeviceParams,
    output: DefaultPreview,
    errors: ['notFound'],
  },
  setDefault: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/default/',
    access: 'staff.access',
    summary: 'Switches whether members have a device by default, for those the preview named.',
    params: DeviceParams,
    body: z.object({ isDefault: z.boolean(), fingerprint: z.string().max(64) }),
    output: z.object({ count: z.number().int() }),
    errors: ['notFound', 'previewOutdated'],
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
})
