import { z } from 'zod'
import { Refusal } from '../access/shapes.ts'
import { DeviceKind } from '../devices/shapes.ts'
import { MachinePrices } from '../interlocks/shapes.ts'
import { Instant } from '../route.ts'
import { liveEvents, trialOutcomes, usagePeriods, usageSorts } from './words.ts'

/** What would happen if a card was held to a device now, and why. */
export const Trial = z.object({
  outcome: z.enum(trialOutcomes),
  /** Why not, by the rules of now; null when nothing speaks against it, or the caller may not know. */
  reason: Refusal.nullable(),
  /** There is a reason that only staff for members or access may know. */
  isWithheld: z.boolean(),
  /** By name, where that is the reason. */
  missingCertificates: z.array(z.string()),
  /** Whose card it is; null for an unknown card. */
  member: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** A card that was typed and opens nothing any more, and whose it was. */
  endedCard: z.object({ state: z.enum(['lost', 'retired']), name: z.string() }).nullable(),
  /** It is a door that decides by itself, from a list. */
  keepsList: z.boolean(),
  /** Whether the list it was last sent has the card; null without a list, and for a door that was never sent one. */
  isOnOwnList: z.boolean().nullable(),
  /** Null for doors, for unknown cards, and where the caller may not know. */
  balanceCents: z.number().int().nullable(),
  /** What a machine costs. */
  prices: MachinePrices.nullable(),
  /** Who uses the machine; the next use ends this one. */
  runningUse: z.object({ name: z.string(), since: Instant }).nullable(),
})

export type Trial = z.infer<typeof Trial>

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
  /** Uses whose cost staff have to decide about, and that is not in the sum. */
  held: z.number().int(),
  lastAt: Instant,
})

export type Usage = z.infer<typeof Usage>

export const UsageSearch = z.object({
  /** The last 30 days, the last twelve months, or ever. */
  period: z.enum(usagePeriods).default('month'),
  sort: z.enum(usageSorts).default('count'),
  order: z.enum(['up', 'down']).default('down'),
})

export type UsageSearch = z.infer<typeof UsageSearch>

/** How busy a device is: doors that let members in, uses of a machine, purchases. */
export const DeviceActivity = z.object({
  deviceId: z.number().int(),
  uses: z.number().int(),
  /** A machine that runs. */
  inUseSince: Instant.nullable(),
})

export type DeviceActivity = z.infer<typeof DeviceActivity>

/** Something that has just happened at a device. */
export const LiveLogEntry = z.object({
  key: z.string(),
  at: Instant,
  device: z.object({ id: z.number().int(), name: z.string(), kind: DeviceKind }),
  event: z.enum(liveEvents),
  /** Null for an unknown card; `id` only for staff who may open the page of the member. */
  member: z.object({ id: z.number().int().nullable(), name: z.string() }).nullable(),
  /** Null where the caller may not know it. */
  refusal: Refusal.nullable(),
})

export type LiveLogEntry = z.infer<typeof LiveLogEntry>
