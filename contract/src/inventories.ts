import { z } from 'zod'
import { Serial } from './devices.ts'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/** What administrators change about a device. What is left out stays as it is. */
export const DeviceChanges = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)).optional(),
  description: z.string().trim().max(500, 'Must be at most 500 characters.').optional(),
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

const Named = z.object({ screen_name: z.string(), full_name: z.string() })
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
  userStats: z.array(Named.extend({ door_id: z.number().int(), total_swipes: z.number().int(), last_swipe: Instant })),
})
export const InterlockItem = LegacyItem.extend({
  authorised: z.boolean(),
  totalTimeSeconds: z.number().int(),
  userStats: z.array(
    Named.extend({ interlock_id: z.number().int(), total_swipes: z.number().int(), total_seconds: z.string() }),
  ),
})
export const MemberbucksDeviceItem = LegacyItem.extend({
  authorised: z.boolean(),
  totalPurchases: z.number().int(),
  totalVolume: z.number(),
  userStats: z.array(
    Named.extend({
      memberbucks_device_id: z.number().int(),
      total_purchases: z.number().int(),
      total_volume: z.number(),
    }),
  ),
})

const DeviceParams = z.object({ deviceId: Id })

/** What existing clients call a kind of device in their addresses. */
const legacyPaths = { door: 'doors', interlock: 'interlocks', memberbucks: 'memberbucks-devices' } as const
type Kind = keyof typeof legacyPaths

const legacyList = <const K extends Kind, const Item extends z.ZodObject>(kind: K, item: Item) =>
  ({
    method: 'GET',
    path: `/api/admin/${legacyPaths[kind]}/`,
    access: 'staff.devices',
    summary: 'Every device of this kind, by name, with the 50 members who used it most.',
    output: z.array(item),
  }) as const
const legacyChange = <const K extends Kind>(kind: K) =>
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
const legacyRemove = <const K extends Kind>(kind: K) =>
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

/** The devices of each kind, as existing clients list and change them. */
export const inventories = routes({
  listDoors: legacyList('door', DoorItem),
  changeDoor: legacyChange('door'),
  removeDoor: legacyRemove('door'),
  listInterlocks: legacyList('interlock', InterlockItem),
  changeInterlock: legacyChange('interlock'),
  removeInterlock: legacyRemove('interlock'),
  listMemberbucksDevices: legacyList('memberbucks', MemberbucksDeviceItem),
  changeMemberbucksDevice: legacyChange('memberbucks'),
  removeMemberbucksDevice: legacyRemove('memberbucks'),
})
