import { z } from 'zod'
import { DeviceKind } from '../devices/shapes.ts'
import { interlockStatuses } from '../interlocks/words.ts'
import { someKeysOf } from '../keys-of.ts'
import { MemberState } from '../members/shapes.ts'
import { Instant } from '../route.ts'
import { refusals, grantSources, swipeOutcomes } from './words.ts'

export const GrantSource = z.enum(grantSources)

export type GrantSource = z.infer<typeof GrantSource>

/** A member who has a device. */
export const Holder = z.object({
  memberId: z.number().int(),
  name: z.string(),
  state: MemberState,
  isSuspended: z.boolean(),
  hasCard: z.boolean(),
  /** The device asks for a certificate that they do not have. */
  lacksCertificate: z.boolean(),
  source: GrantSource,
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
  /** How many have it by hand, and so keep it. */
  byHand: z.number().int(),
  /** How many members staff took it from, who go on without it. */
  exceptions: z.number().int(),
  isOffline: z.boolean(),
  lastSeen: Instant.nullable(),
  /** Sent back with the confirmation, which fails if the members concerned are others by then. */
  fingerprint: z.string(),
})

export type DefaultPreview = z.infer<typeof DefaultPreview>

export const Refusal = z.enum(someKeysOf(refusals))

export type Refusal = z.infer<typeof Refusal>

/** The reason of a swipe as it was stored. One that only a newer version knows reads as none, and loses no list. */
export const StoredRefusal = Refusal.nullable().catch(null)

/** Certificates that the member does not have and the device asks for. */
const MissingCertificates = z.array(z.object({ id: z.number().int(), name: z.string() }))

/** A device and what a member may do with it. Names with an underscore are those existing clients read. */
export const AccessItem = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Granted and the membership is active. */
  access: z.boolean(),
  locked_out: z.boolean(),
  offline: z.boolean(),
  /** The grant alone, whatever the state of the membership. */
  granted: z.boolean(),
  /** Why a swipe would be refused now; null when it would work. */
  refusal: Refusal.nullable(),
  missingCertificates: MissingCertificates,
  lastSeen: Instant.nullable(),
  lockedOutSince: Instant.nullable(),
  /** What staff wrote about the lockout, for everybody who wants to use the device. */
  lockoutReason: z.string().nullable(),
  /** A machine that runs. The name of another member is left out where the reader may not see who is on site. */
  use: z.object({ since: Instant, isOwn: z.boolean(), name: z.string().nullable() }).nullable(),
  /** For what has no reader and is used from the portal; null for what has one. */
  relay: z
    .object({
      canOpen: z.boolean(),
      canStart: z.boolean(),
      /** The caller, or the member asked for, uses it. */
      canEnd: z.boolean(),
    })
    .nullable(),
})

export type AccessItem = z.infer<typeof AccessItem>

export const Access = z.object({ doors: z.array(AccessItem), interlocks: z.array(AccessItem) })

export type Access = z.infer<typeof Access>

/** The same as administrators see it: where a grant comes from, since when, and who gave it. */
export const MemberAccessItem = AccessItem.extend({
  /** Null without a grant. */
  source: GrantSource.nullable(),
  grantedAt: Instant.nullable(),
  /** Staff who gave it or switched the default on; null when it came by becoming a member. */
  grantedBy: z.string().nullable(),
  /** Members have it by default. */
  isDefault: z.boolean(),
  /** Staff took from this member what members have by default. */
  isException: z.boolean(),
})

export type MemberAccessItem = z.infer<typeof MemberAccessItem>

export const MemberAccess = z.object({ doors: z.array(MemberAccessItem), interlocks: z.array(MemberAccessItem) })

export type MemberAccess = z.infer<typeof MemberAccess>

/** A swipe of the member that a device refused. */
export const RefusedSwipe = z.object({ id: z.number().int(), name: z.string(), date: Instant, refusal: Refusal })

export type RefusedSwipe = z.infer<typeof RefusedSwipe>

/** The newest refusal of the caller's own card, with what explains it. */
export const OwnRefusal = z.object({
  id: z.number().int(),
  device: z.object({ id: z.number().int(), name: z.string(), kind: DeviceKind }),
  /** False for what was asked for from the portal. */
  isCard: z.boolean(),
  date: Instant,
  /** By the portal's clock. */
  secondsAgo: z.number().int(),
  refusal: Refusal,
  missingCertificates: MissingCertificates,
  /** What refused it is mended: the same card would work now. */
  isCured: z.boolean(),
  lockedOutSince: Instant.nullable(),
  lockoutReason: z.string().nullable(),
  balanceCents: z.number().int(),
  /** What the machine asks for; null where it asks for nothing, or where it is not known. */
  minBalanceCents: z.number().int().nullable(),
})

export type OwnRefusal = z.infer<typeof OwnRefusal>

export const SwipeOutcome = z.enum(swipeOutcomes)

export type SwipeOutcome = z.infer<typeof SwipeOutcome>

/** The member, for staff who may open their page; null for everybody else. */
const StaffMemberId = z.number().int().nullable()

export const Swipe = z.object({
  id: z.number().int(),
  name: z.string(),
  date: Instant,
  user: z.string(),
  memberId: StaffMemberId,
  outcome: SwipeOutcome,
  /** Null for other members, who do not see why a card was refused; staff of members and access do. */
  refusal: Refusal.nullable(),
  /** The door was locked out and opened all the same, as some boards do; told to those who see why others were refused. */
  isDespiteLockout: z.boolean(),
  isMine: z.boolean(),
})

export type Swipe = z.infer<typeof Swipe>

/** A use of a machine, or a card that it refused: that one begins and ends with the swipe. */
export const InterlockUse = z.object({
  id: z.string(),
  name: z.string(),
  sessionStart: Instant,
  sessionEnd: Instant.nullable(),
  sessionComplete: z.boolean(),
  userOn: z.string(),
  userOff: z.string().nullable(),
  status: z.literal(interlockStatuses),
  memberId: StaffMemberId,
  enderId: StaffMemberId,
  /** What came of the swipe; `granted` for a use. */
  outcome: SwipeOutcome,
  /** Told as the refusal of a swipe is. */
  refusal: Refusal.nullable(),
  isMine: z.boolean(),
})

export type InterlockUse = z.infer<typeof InterlockUse>
