import { z } from 'zod'
import { Refusal } from './doors.ts'
import { MachinePrices } from './interlocks.ts'
import { Download, Id, Instant, routes } from './route.ts'

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

/** What a card would do. `opensStill`, `refusesYet`: an offline door goes by the list it has, which is behind. */
export const trialOutcomes = ['works', 'refused', 'opensStill', 'refusesYet', 'unreachable'] as const

/** What would happen if somebody held his card to a device now, and why. */
export const Trial = z.object({
  outcome: z.enum(trialOutcomes),
  /** Why not, by the rules of now; null when nothing speaks against it, or the caller may not know. */
  reason: Refusal.nullable(),
  /** Something speaks against it that is only for those who look after members or access. */
  isWithheld: z.boolean(),
  /** Whose card it is; null when nobody has it. */
  member: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** A card that was typed and opens nothing any more, and whose it was. */
  endedCard: z.object({ state: z.enum(['lost', 'retired']), name: z.string() }).nullable(),
  /** It is a door that decides by itself, from a list. */
  keepsList: z.boolean(),
  /** Whether the list it was last sent has the card; null without a list, and for a door that was never sent one. */
  isOnOwnList: z.boolean().nullable(),
  /** Null for doors, when nobody has the card, and where the caller may not know. */
  balanceCents: z.number().int().nullable(),
  /** What a machine costs. */
  prices: MachinePrices.nullable(),
  /** Who uses the machine; whoever starts it next ends that. */
  runningUse: z.object({ name: z.string(), since: Instant }).nullable(),
})
export type Trial = z.infer<typeof Trial>

export const usageSorts = ['name', 'count', 'refused', 'time', 'cost', 'last'] as const
export const usagePeriods = ['month', 'year', 'all'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** How much a member used a device. */
export const Usage = z.object({
  memberId: z.number().int(),
  name: z.string(),
  /** Times let in at a door, or uses of a machine. */
  count: z.number().int(),
  /** Times refused; only doors keep them by member. */
  refused: z.number().int(),
  /** Of machines; nothing for doors. */
  seconds: z.number().int(),
  costCents: z.number().int(),
  lastAt: Instant,
})
export type Usage = z.infer<typeof Usage>

const UsageSearch = z.object({
  /** The last 30 days, the last twelve months, or ever. */
  period: z.enum(usagePeriods).default('month'),
  sort: z.enum(usageSorts).default('count'),
  order: z.enum(['up', 'down']).default('down'),
})
export type UsageSearch = z.infer<typeof UsageSearch>

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
    summary: 'How the list of each door that keeps one stands to what it should be; at most 2,000 doors.',
    output: z.object({ lists: z.array(ListState) }),
  },
  tryCard: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/try/',
    access: ['staff.access', 'staff.devices'],
    summary: 'What would happen if a member, or whoever has a card, came to a device now. Opens and writes nothing.',
    params: z.object({ deviceId: Id }),
    query: z.object({ memberId: Id.optional(), card: z.string().trim().max(50).default('') }),
    output: Trial,
    errors: ['notFound'],
  },
  listUsage: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/usage/',
    access: ['staff.devices', 'staff.access'],
    summary: 'How much each member used a door or a machine, sorted, a page at a time.',
    params: z.object({ deviceId: Id }),
    query: UsageSearch.extend({
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.object({
      members: z.array(Usage),
      total: z.number().int(),
      /** Of all members together; `unknown` are swipes with cards that nobody has. */
      sums: Usage.pick({ count: true, refused: true, seconds: true, costCents: true }).extend({
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
    params: z.object({ deviceId: Id }),
    query: UsageSearch,
    output: Download,
    errors: ['notFound'],
  },
})
