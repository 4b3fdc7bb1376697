import { z } from 'zod'
import { Instant, routes } from './route.ts'

/**
 * How the list a door has stands to the one it should have. `sending`: the difference is on its way. `behind`: it is
 * not, because the door is offline. `unconfirmed`: it was sent, and nothing was heard of the door since.
 */
export const ListState = z.object({
  deviceId: z.number().int(),
  state: z.enum(['current', 'sending', 'behind', 'unconfirmed', 'never']),
  /** Cards the door should open for. */
  cards: z.number().int(),
  /** Cards it lacks. */
  missing: z.number().int(),
  /** Cards it may open for although it should not. */
  surplus: z.number().int(),
  sentAt: Instant.nullable(),
  behindSince: Instant.nullable(),
})
export type ListState = z.infer<typeof ListState>

/** The names existing clients read. */
const DeviceStatus = z.object({
  id: z.number().int(),
  name: z.string(),
  lastSeen: Instant.nullable(),
  lockedOut: z.boolean(),
  offline: z.boolean(),
})

/** What is read across all devices, whatever their kind. */
export const fleets = routes({
  status: {
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
  listStates: {
    method: 'GET',
    path: '/api/admin/fleet/lists/',
    access: ['staff.devices', 'staff.access'],
    summary: 'How the list of each door stands to what it should be; at most 2,000 doors.',
    output: z.object({ lists: z.array(ListState) }),
  },
})
