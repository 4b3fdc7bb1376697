import { z } from 'zod'
import { CardNumber } from '../card-numbers.ts'
import { AnyInstant } from '../days.ts'
import { Instant, Id, routes, DeviceParams, Download } from '../route.ts'
import { DeviceActivity, ListState, LiveLogEntry, Trial, UsageSearch, Usage } from './shapes.ts'

/** The names existing clients read. */
const DeviceStatus = z.object({
  id: z.number().int(),
  name: z.string(),
  lastSeen: Instant.nullable(),
  lockedOut: z.boolean(),
  offline: z.boolean(),
})

/** What is read across all devices, whatever their kind. */
export const monitoringApi = routes({
  getStatus: {
    method: 'GET',
    path: '/api/access/status/',
    access: 'staff.devices',
    apiKey: 'devices.read',
    summary:
      'Whether each device can be reached, hidden ones too. With a non-empty `errorIfOffline` the answer is a 503 with the same body if one that reports its online status is offline.',
    query: z.object({ errorIfOffline: z.string().max(100).default('') }),
    unknownFields: 'ignored',
    output: z.object({
      doors: z.array(DeviceStatus),
      interlocks: z.array(DeviceStatus),
      memberbucksDevices: z.array(DeviceStatus),
    }),
  },
  listCardLists: {
    method: 'GET',
    path: '/api/admin/fleet/lists/',
    access: ['staff.devices', 'staff.access'],
    summary: 'How the list of each door that keeps one stands to what it should be; at most 2,000 doors.',
    output: z.object({ lists: z.array(ListState) }),
  },
  listActivity: {
    method: 'GET',
    path: '/api/admin/fleet/activity/',
    access: ['staff.devices', 'staff.access'],
    summary: 'How often each device was used since an instant, at most two days ago, and which machines run.',
    query: z.object({ since: AnyInstant }),
    output: z.object({ activity: z.array(DeviceActivity) }),
  },
  listLive: {
    method: 'GET',
    path: '/api/admin/fleet/live/',
    access: ['staff.devices', 'staff.access'],
    summary: 'The last 20 things that happened at all devices together, newest first.',
    output: z.object({ entries: z.array(LiveLogEntry) }),
  },
  listUsage: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/usage/',
    access: ['staff.devices', 'staff.access'],
    summary: 'How much each member used a door or a machine, sorted, a page at a time.',
    params: DeviceParams,
    query: UsageSearch.extend({
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.object({
      members: z.array(Usage),
      total: z.number().int(),
      /** Of all members together; `unknown` are swipes of unknown cards. */
      sums: Usage.pick({ count: true, refused: true, seconds: true, costCents: true, held: true }).extend({
        unknown: z.number().int(),
      }),
    }),
    errors: ['notFound'],
  },
  exportUsage: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/usage/export/',
    access: ['staff.devices', 'staff.access'],
    summary: 'The same as CSV, at most 20,000 members.',
    params: DeviceParams,
    query: UsageSearch,
    output: Download,
    errors: ['notFound'],
  },
  tryCard: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/try/',
    access: ['staff.access', 'staff.devices'],
    summary: 'What would happen if a member, or a card, came to a device now. Opens and writes nothing.',
    params: DeviceParams,
    query: z.object({ memberId: Id.optional(), card: CardNumber.optional() }),
    output: Trial,
    errors: ['notFound'],
  },
})
