import { z } from 'zod'
import { commandScopes, type DeviceCommand } from './devices.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/**
 * Why a card does not work on a device, the first that applies.
 * `staleList`: it should have worked, but the device's stored list was behind.
 * `noAnswer`: it was let through, but the relay of the door did not answer.
 */
export const refusals = [
  'unknownCard',
  'noCard',
  'suspended',
  'notActive',
  'lockedOut',
  'noGrant',
  'notSignedIn',
  'balanceTooLow',
  'staleList',
  'noAnswer',
] as const
export const Refusal = z.enum(refusals)
export type Refusal = z.infer<typeof Refusal>

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
  lastSeen: Instant.nullable(),
  lockedOutSince: Instant.nullable(),
  /** For what has no reader and is used from the portal; null for what has one. */
  relay: z
    .object({
      canOpen: z.boolean(),
      canStart: z.boolean(),
      /** The caller, or the member asked for, uses it. */
      canEnd: z.boolean(),
      /** Since when somebody uses it. */
      inUseSince: Instant.nullable(),
    })
    .nullable(),
})
export type AccessItem = z.infer<typeof AccessItem>

export const Access = z.object({ doors: z.array(AccessItem), interlocks: z.array(AccessItem) })
export type Access = z.infer<typeof Access>

export const grantSources = ['hand', 'default'] as const
export const GrantSource = z.enum(grantSources)
export type GrantSource = z.infer<typeof GrantSource>

/** The same as administrators see it: where a grant comes from, since when, and who gave it. */
export const MemberAccessItem = AccessItem.extend({
  /** Null without a grant. */
  source: GrantSource.nullable(),
  grantedAt: Instant.nullable(),
  /** Who gave it or switched the default on; null when it came by becoming a member. */
  grantedBy: z.string().nullable(),
  /** Members have it by default. */
  isDefault: z.boolean(),
  /** Staff took from this member what members have by default. */
  isException: z.boolean(),
})
export type MemberAccessItem = z.infer<typeof MemberAccessItem>

export const MemberAccess = z.object({ doors: z.array(MemberAccessItem), interlocks: z.array(MemberAccessItem) })
export type MemberAccess = z.infer<typeof MemberAccess>

/** A card of his that a door refused. */
export const RefusedSwipe = z.object({ id: z.number().int(), name: z.string(), date: Instant, refusal: Refusal })
export type RefusedSwipe = z.infer<typeof RefusedSwipe>

export const swipeOutcomes = ['granted', 'refused', 'lockedOut'] as const
export const SwipeOutcome = z.enum(swipeOutcomes)
export type SwipeOutcome = z.infer<typeof SwipeOutcome>

export const Swipe = z.object({
  id: z.number().int(),
  name: z.string(),
  date: Instant,
  user: z.string(),
  outcome: SwipeOutcome,
  /** Only for the swiper's own eyes and for staff who look after members or access. */
  refusal: Refusal.nullable(),
  isMine: z.boolean(),
})
export type Swipe = z.infer<typeof Swipe>

export const InterlockUse = z.object({
  name: z.string(),
  sessionStart: Instant,
  sessionEnd: Instant.nullable(),
  sessionComplete: z.boolean(),
  userOn: z.string(),
  userOff: z.string().nullable(),
})

const DoorAndMember = z.object({ doorId: Id, memberId: Id })
const InterlockAndMember = z.object({ interlockId: Id, memberId: Id })
const DeviceIds = z.array(z.number().int().min(1).max(2_147_483_647)).max(500, 'At most 500 devices.').default([])
const DoorParams = z.object({ doorId: Id })
const CommandResult = z.object({ success: z.boolean() })

/** The five commands differ in their last path segment only. */
const command = <const C extends DeviceCommand>(name: C, summary: string) =>
  ({
    method: 'POST',
    path: `/api/access/doors/:doorId/${name}/`,
    access: 'staff.devices',
    apiKey: commandScopes[name],
    summary,
    params: DoorParams,
    unknownFields: 'ignored',
    output: CommandResult,
    errors: ['notFound', 'notAllowed', 'bumpApiOff', 'deviceOffline'],
  }) as const

export const doors = routes({
  permissions: {
    method: 'GET',
    path: '/api/access/permissions/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Which doors and interlocks the caller may use, and why not the others.',
    output: Access,
  },
  memberAccess: {
    method: 'GET',
    path: '/api/admin/members/:memberId/access/',
    access: 'staff.access',
    summary: 'Which doors and interlocks a member may use; hidden ones too.',
    params: z.object({ memberId: Id }),
    output: MemberAccess,
    errors: ['notFound'],
  },
  changeMemberAccess: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/access/',
    access: 'staff.access',
    summary: 'Gives doors and interlocks to a member by hand and takes others away: all of it, or nothing.',
    params: z.object({ memberId: Id }),
    body: z.object({ grant: DeviceIds, revoke: DeviceIds }),
    output: Empty,
    errors: ['notFound'],
  },
  listRefusals: {
    method: 'GET',
    path: '/api/admin/members/:memberId/refusals/',
    access: ['staff.access', 'staff.members'],
    summary: 'Why doors refused a member, newest first: at most ten of his last 500 swipes.',
    params: z.object({ memberId: Id }),
    output: z.object({ refusals: z.array(RefusedSwipe) }),
    errors: ['notFound'],
  },
  grant: {
    method: 'PUT',
    path: '/api/access/doors/:doorId/authorise/:memberId/',
    access: 'staff.access',
    summary: 'Grants a door to a member. Granting twice changes nothing.',
    params: DoorAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  revoke: {
    method: 'PUT',
    path: '/api/access/doors/:doorId/revoke/:memberId/',
    access: 'staff.access',
    summary: 'Takes a door away from a member. The door hears of it at once.',
    params: DoorAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  grantInterlock: {
    method: 'PUT',
    path: '/api/access/interlocks/:interlockId/authorise/:memberId/',
    access: 'staff.access',
    summary: 'Grants an interlock to a member. Granting twice changes nothing.',
    params: InterlockAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  revokeInterlock: {
    method: 'PUT',
    path: '/api/access/interlocks/:interlockId/revoke/:memberId/',
    access: 'staff.access',
    summary: 'Takes an interlock away from a member.',
    params: InterlockAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  sync: command('sync', 'Sends a door its list again.'),
  bump: command('bump', 'Opens a door for a moment.'),
  lock: command('lock', 'Locks a door.'),
  unlock: command('unlock', 'Unlocks a door until it is locked again.'),
  reboot: command('reboot', 'Restarts the controller of a door.'),
  listSwipes: {
    method: 'GET',
    path: '/api/tools/swipes/',
    access: 'activeMember',
    kiosk: true,
    summary: 'The last 300 swipes and the last 300 uses of interlocks, newest first.',
    output: z.object({ doors: z.array(Swipe), interlocks: z.array(InterlockUse) }),
  },
})
