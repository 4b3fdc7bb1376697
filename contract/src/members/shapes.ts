import { z } from 'zod'
import { OptionalCardNumber } from '../card-numbers.ts'
import { DeviceKind } from '../devices/shapes.ts'
import { Text } from '../fields.ts'
import { Instant, Permission, Id } from '../route.ts'
import { fieldFilters, memberListColumns, rowValues } from './columns.ts'
import { inputsOf, valuesOf } from './forms.ts'
import {
  cardEvents,
  cardFilters,
  longestSearch,
  longestSeenDays,
  cardStates,
  seenFilters,
  memberStates,
  subscriptionStates,
  staffTasks,
  staffActions,
  standings,
  emailStates,
  joiningFilters,
  roles,
} from './words.ts'

export const CardState = z.enum(cardStates)

export type CardState = z.infer<typeof CardState>

/** What happened to a card, and who did it where that is known. */
export const CardEvent = z.object({
  what: z.enum(cardEvents),
  at: Instant,
  by: z.string().nullable(),
})

export type CardEvent = z.infer<typeof CardEvent>

export const Card = z.object({
  id: z.number().int(),
  number: z.string(),
  label: z.string(),
  state: CardState,
  addedAt: Instant,
  endedAt: Instant.nullable(),
  /** Other working cards whose number is the same but for how it is written, from before that was refused. */
  doubles: z.array(z.object({ memberId: z.number().int(), name: z.string(), number: z.string() })),
  /** The newest first, at most 20. */
  history: z.array(CardEvent),
})

export type Card = z.infer<typeof Card>

/** A door, and the last unassigned card that was lately held to it. */
export const UnknownCard = z.object({
  deviceId: z.number().int(),
  name: z.string(),
  isOffline: z.boolean(),
  /** The number itself stays with the portal; its end is enough to recognise the card. */
  swipe: z.object({ id: z.number().int(), at: Instant, ending: z.string() }).nullable(),
})

export type UnknownCard = z.infer<typeof UnknownCard>

export const MemberState = z.enum(memberStates)

export type MemberState = z.infer<typeof MemberState>

export const SubscriptionState = z.enum(subscriptionStates)

export type SubscriptionState = z.infer<typeof SubscriptionState>

/** A payment plan as members see it; `cost` in cents. */
export const Plan = z.object({
  id: z.number().int(),
  name: z.string(),
  currency: z.string(),
  cost: z.number().int().describe('In cents.'),
  intervalAmount: z.number().int(),
  interval: z.enum(['day', 'week', 'month', 'year']),
})

export const Tier = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  featured: z.boolean(),
  plans: z.array(Plan),
})

/** Set while a member is suspended, whatever is paid. The reason is shown to the member. */
export const Suspension = z.object({ since: Instant, reason: z.string() })

/** Why a membership is inactive. `plan`: it ended, or was not paid. The reason is what staff wrote for the member. */
export const Inactivity = z.object({ by: z.enum(['staff', 'plan']), reason: z.string() })

/** A row of the member list of staff. */
export const MemberSummary = z.object({
  id: z.number().int(),
  fullName: z.string(),
  screenName: z.string(),
  email: z.string(),
  state: MemberState,
  isSuspended: z.boolean(),
  isAdmin: z.boolean(),
  /** As granted; administrators need none. */
  permissions: z.array(Permission),
  lastSeen: Instant.nullable(),
})

export type MemberSummary = z.infer<typeof MemberSummary>

/** A member as staff see them, with everything that decides what staff can do next. */
export const MemberDetails = z.object({
  id: z.number().int(),
  /** The phone as people of the site's country write it. */
  ...valuesOf('staff'),
  isEmailVerified: z.boolean(),
  /** The member's own choice; mailings leave out members who turned it off. */
  wantsNews: z.boolean(),
  emailState: z.enum(emailStates),
  /** The address that replaces theirs once they or staff confirm it. */
  pendingEmail: z.string().nullable(),
  /** When the open invitation ends, or ended; null where there is none. */
  invitationEndsAt: Instant.nullable(),
  /** False for those who were added and have not chosen one yet. */
  hasPassword: z.boolean(),
  /** Where text messages go; null where no number takes them. */
  smsNumber: z.string().nullable(),
  /** As granted; administrators need none. */
  permissions: z.array(Permission),
  /** Permissions that something in this version asks for. */
  grantable: z.array(Permission),
  /** What the caller may change. */
  tasks: z.array(z.enum(staffTasks)),
  /** What cards do: `inactive` while suspended. */
  state: MemberState,
  /** What joining and paying made of it, suspended or not. */
  membershipState: MemberState,
  suspension: Suspension.nullable(),
  /** What may be done now, as the rules of the server have it. */
  actions: z.array(z.enum(staffActions)),
  /** How many doors and machines are granted, and how many more are granted to new members by default. */
  grantedDoors: z.number().int(),
  grantedMachines: z.number().int(),
  missingDefaults: z.number().int(),
  registeredAt: Instant,
  firstJoinedAt: Instant.nullable(),
  lastSeen: Instant.nullable(),
  lastInduction: Instant.nullable(),
  profileUpdatedAt: Instant.nullable(),
})

export type MemberDetails = z.infer<typeof MemberDetails>

/** What staff change about a member; `isAdmin` only administrators. What is left out stays as it is. */
export const MemberChanges = z.object({
  ...inputsOf('staff'),
  /** Another number than that of the newest card replaces it; nothing where there is no card changes nothing. */
  rfidCard: OptionalCardNumber.nullable().optional(),
})

export type MemberChanges = z.infer<typeof MemberChanges>

export const Standing = z.enum(standings)

export type Standing = z.infer<typeof Standing>

export const MemberListColumn = z.enum(memberListColumns)

export type MemberListColumn = z.infer<typeof MemberListColumn>

/** What the list is filtered by. Nothing has a default here, so that the audit keeps what was asked for and no more. */
export const MemberFilter = z.object({
  /** In names, screen name, email, the number of any card, or the phone number however it is written. */
  text: Text(longestSearch).optional(),
  standing: Standing.optional(),
  /** `before`: longer ago than that, but seen. */
  seen: z.enum(seenFilters).optional(),
  seenDays: z.coerce.number().int().min(1).max(longestSeenDays).optional(),
  /** A door or machine that is granted to them, or is not. */
  deviceId: Id.optional(),
  access: z.enum(['granted', 'missing']).optional(),
  /** Whether they hold a card that works, or one that works and has the number of another. */
  card: z.enum(cardFilters).optional(),
  emailState: z.enum(emailStates).optional(),
  role: z.enum(roles).optional(),
  joining: z.enum(joiningFilters).optional(),
  /** The plan they have now. */
  planId: Id.optional(),
  ...fieldFilters,
})

export type MemberFilter = z.infer<typeof MemberFilter>

const maxNamed = 5000

/** Members that something is done with: those named, or else all that match but for some. */
export const Selection = z.object({
  memberIds: z.array(Id).min(1).max(maxNamed).optional(),
  filter: MemberFilter.prefault({}),
  except: z.array(Id).max(maxNamed).default([]),
})

export type Selection = z.infer<typeof Selection>

/** A row of the administrators' list. */
export const MemberListRow = z.object({
  id: z.number().int(),
  fullName: z.string(),
  standing: Standing,
  emailState: z.enum(emailStates),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  /** As granted; administrators need none. */
  permissions: z.array(Permission),
  /** The one they have now. */
  plan: z.string().nullable(),
  /** The newest that works. */
  card: z.string().nullable(),
  /** How many doors and machines are granted. */
  doors: z.number().int(),
  ...rowValues,
})

export type MemberListRow = z.infer<typeof MemberListRow>

/** How many there are of each standing, whichever of them the filter asks for. */
export const StandingCounts = z.record(Standing, z.number().int())

export type StandingCounts = z.infer<typeof StandingCounts>

/** A door or machine that can be granted. */
export const GrantableDevice = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: DeviceKind,
  isOffline: z.boolean(),
})

export type GrantableDevice = z.infer<typeof GrantableDevice>

/** A plan that members can have, or still have. */
export const HoldablePlan = z.object({ id: z.number().int(), name: z.string(), tier: z.string() })

export type HoldablePlan = z.infer<typeof HoldablePlan>

/** Some names of many, and how many more there are. */
export const SomeNames = z.object({ names: z.array(z.string()), more: z.number().int() })

export type SomeNames = z.infer<typeof SomeNames>

const ListedTime = z.string().describe('MM/DD/YYYY, HH:MM:SS in UTC. Other answers have instants in ISO 8601.')

/** A member as existing clients read it. */
export const ListedMember = z.object({
  id: z.number().int(),
  admin: z.boolean(),
  email: z.string(),
  excludeFromEmailExport: z.boolean(),
  registrationDate: ListedTime,
  lastUpdatedProfile: ListedTime.nullable(),
  screenName: z.string(),
  name: z.object({ first: z.string(), last: z.string(), full: z.string() }),
  phone: z.string(),
  state: MemberState,
  vehicleRegistrationPlate: z.string().nullable(),
  rfid: z.string().nullable(),
  memberBucks: z.object({ balance: z.number(), lastPurchase: ListedTime.nullable() }),
  updateProfileRequired: z.boolean(),
  lastSeen: ListedTime.nullable(),
  lastInduction: ListedTime.nullable(),
  stripe: z.object({ cardExpiry: z.string(), last4: z.string() }),
  subscriptionStatus: SubscriptionState,
})

export type ListedMember = z.infer<typeof ListedMember>

/** What a change of grants would do to one device. */
export const DevicePreview = GrantableDevice.extend({
  /** Members who gain or lose it. */
  changes: SomeNames.extend({ count: z.number().int() }),
  /** How many members nothing changes for. */
  same: z.number().int(),
  /** How many of those who gain it are still refused because their membership is not active. */
  notActive: z.number().int(),
})

export type DevicePreview = z.infer<typeof DevicePreview>

export const GrantPreview = z.object({
  /** Stands for exactly these members and devices; the change is made only while it is still true. */
  fingerprint: z.string(),
  selected: z.number().int(),
  /** How many members it changes. */
  touched: z.number().int(),
  devices: z.array(DevicePreview),
})

export type GrantPreview = z.infer<typeof GrantPreview>
