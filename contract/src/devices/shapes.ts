import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { deviceKinds, deviceCommands } from './words.ts'

export const DeviceKind = z.enum(deviceKinds)

export type DeviceKind = z.infer<typeof DeviceKind>

/** A serial number that can stand in an address. */
export const Serial = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,50}$/, 'Letters, digits, dot, dash and underscore, at most 50.')

/** The one form in which serial numbers are compared, which the index `devices_serial` holds to one device each. */
export const plainSerial = (serial: string): string => serial.toLowerCase()

export const DeviceCommand = z.enum(deviceCommands)

export type DeviceCommand = z.infer<typeof DeviceCommand>

/**
 * Whether a device has heard that it is locked out, or that it is no longer: when it did, or since when it should have.
 * It has once anything is heard of it after it was told.
 */
export const LockoutDelivery = z.object({ isHeard: z.boolean(), at: Instant })

export type LockoutDelivery = z.infer<typeof LockoutDelivery>

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
  /** Null where there is nothing to hear: of a relay, a device that may not connect, and one that was never told. */
  lockoutDelivery: LockoutDelivery.nullable(),
  isDefaultAccess: z.boolean(),
  isHidden: z.boolean(),
  isExemptFromSignin: z.boolean(),
  playsTheme: z.boolean(),
  postsToDiscord: z.boolean(),
  postsToSlack: z.boolean(),
  /** Staff hear of it when it falls silent. */
  reportsOnlineStatus: z.boolean(),
  /** Members who have it, by default and granted manually. */
  grantsByDefault: z.number().int(),
  grantsByHand: z.number().int(),
  /** Out of use since then; what it is and was stays to be read. */
  removedAt: Instant.nullable(),
})

export type Device = z.infer<typeof Device>

/** A serial number that tried to connect and is not known. */
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
  description: z.string().trim().max(500).default(''),
  isHidden: z.boolean().default(false),
  isExemptFromSignin: z.boolean().default(false),
})

export type NewDevice = z.infer<typeof NewDevice>

/** Why the owner of a key no longer answers for it. API keys stop meanwhile, device keys go on working. */
export const KeyLapse = z.enum(['suspended', 'noPermission', 'closed'])

export type KeyLapse = z.infer<typeof KeyLapse>

/** The member of staff who answers for a key. `lapse` is null while they look after devices. */
export const KeyOwner = z.object({ id: z.number().int(), name: z.string(), lapse: KeyLapse.nullable() })

export type KeyOwner = z.infer<typeof KeyOwner>

/** A key of a device as long as it is kept, which is for good; the secret part is known to the device alone. */
export const DeviceKey = z.object({
  id: z.number().int(),
  prefix: z.string(),
  createdAt: Instant,
  /** Null where the command line made it, or its maker is not known. */
  createdBy: z.string().nullable(),
  /** Null where that is not known, and for keys made on the command line. */
  owner: KeyOwner.nullable(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})

export type DeviceKey = z.infer<typeof DeviceKey>

/** A device that is out of use. */
export const RemovedDevice = Device.pick({ id: true, kind: true, name: true, serial: true }).extend({
  removedAt: Instant,
})

export type RemovedDevice = z.infer<typeof RemovedDevice>

/** What administrators change about a device. What is left out stays as it is. */
export const DeviceChanges = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)).optional(),
  description: z.string().trim().max(500).optional(),
  serialNumber: z.union([Serial, z.null()], 'Letters, digits, dot, dash and underscore, at most 50.').optional(),
  ipAddress: z
    .union([z.ipv4(), z.ipv6(), z.literal(''), z.null()], 'An IP address such as 10.0.4.7, or nothing.')
    .optional(),
  defaultAccess: z.boolean().optional(),
  maintenanceLockout: z.boolean().optional(),
  playThemeOnSwipe: z.boolean().optional(),
  exemptFromSignin: z.boolean().optional(),
  hiddenToMembers: z.boolean().optional(),
  postDiscordOnSwipe: z.boolean().optional(),
  postSlackOnSwipe: z.boolean().optional(),
  reportOnlineStatus: z.boolean().optional(),
})

export type DeviceChanges = z.infer<typeof DeviceChanges>

const LegacyNames = z.object({ screen_name: z.string(), full_name: z.string() })

/** The names existing clients read. */
const LegacyItem = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  ipAddress: z.string().nullable(),
  lastSeen: Instant.nullable(),
  offline: z.boolean(),
  defaultAccess: z.boolean(),
  maintenanceLockout: z.boolean(),
  playThemeOnSwipe: z.boolean(),
  exemptFromSignin: z.boolean(),
  hiddenToMembers: z.boolean(),
})

export const DoorItem = LegacyItem.extend({
  serialNumber: z.string().nullable(),
  postDiscordOnSwipe: z.boolean(),
  postSlackOnSwipe: z.boolean(),
  totalSwipes: z.number().int(),
  userStats: z.array(
    LegacyNames.extend({ door_id: z.number().int(), total_swipes: z.number().int(), last_swipe: Instant }),
  ),
})

export const InterlockItem = LegacyItem.extend({
  authorised: z.boolean(),
  totalTimeSeconds: z.number().int(),
  userStats: z.array(
    LegacyNames.extend({
      interlock_id: z.number().int(),
      total_swipes: z.number().int(),
      /** Such as "3600.0". */
      total_seconds: z.string(),
    }),
  ),
})

export const MemberbucksDeviceItem = LegacyItem.extend({
  authorised: z.boolean(),
  totalPurchases: z.number().int(),
  totalVolume: z.number(),
  userStats: z.array(
    LegacyNames.extend({
      memberbucks_device_id: z.number().int(),
      total_purchases: z.number().int(),
      total_volume: z.number(),
    }),
  ),
})
