import { z } from 'zod'
import { DeviceKind } from './devices.ts'
import { Text } from './fields.ts'
import { MemberState, SubscriptionState } from './members.ts'
import { Download, Id, Instant, Permission, routes } from './route.ts'

/** How people read a member's state: the suspended stand apart from the inactive. */
export const standings = ['active', 'noob', 'inactive', 'accountonly', 'suspended'] as const
export const Standing = z.enum(standings)
export type Standing = z.infer<typeof Standing>

export const rosterColumns = [
  'name',
  'screenName',
  'standing',
  'subscription',
  'card',
  'doors',
  'lastSeen',
  'email',
  'phone',
  'plate',
  'firstJoined',
  'registered',
] as const
export const RosterColumn = z.enum(rosterColumns)
export type RosterColumn = z.infer<typeof RosterColumn>

const filterFields = {
  /** In names, screen name, e-mail, the number of any card, or the phone number however it is written. */
  text: Text(100).default(''),
  standing: Standing.optional(),
  subscription: SubscriptionState.optional(),
  /** `before`: longer ago than that; who was never seen is `never`. */
  seen: z.enum(['within', 'before', 'never']).optional(),
  seenDays: z.coerce.number().int().min(1).max(3650).default(30),
  /** A door or machine that is granted to them, or is not. */
  deviceId: Id.optional(),
  access: z.enum(['granted', 'missing']).default('granted'),
  /** Whether they hold a card that works. */
  card: z.enum(['yes', 'no']).optional(),
}
export const RosterFilter = z.object(filterFields)
export type RosterFilter = z.infer<typeof RosterFilter>

const orderFields = {
  sort: RosterColumn.default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

const maxNamed = 5000
/** Members that something is done with: those named, or else all that match but for some. */
export const Selection = z.object({
  memberIds: z.array(Id).min(1).max(maxNamed).optional(),
  filter: RosterFilter.prefault({}),
  except: z.array(Id).max(maxNamed).default([]),
})
export type Selection = z.infer<typeof Selection>

/** A row of the administrators' list. */
export const RosterRow = z.object({
  id: z.number().int(),
  fullName: z.string(),
  screenName: z.string(),
  standing: Standing,
  isAdmin: z.boolean(),
  /** As granted; administrators need none. */
  permissions: z.array(Permission),
  subscription: SubscriptionState,
  /** The newest that works. */
  card: z.string().nullable(),
  /** How many doors and machines are granted. */
  doors: z.number().int(),
  lastSeen: Instant.nullable(),
  email: z.string(),
  phone: z.string(),
  plate: z.string().nullable(),
  firstJoined: Instant.nullable(),
  registered: Instant,
})
export type RosterRow = z.infer<typeof RosterRow>

/** How many there are of each standing, whichever of them is asked for. */
export const StandingCounts = z.record(Standing, z.number().int())
export type StandingCounts = z.infer<typeof StandingCounts>

export const RosterDevice = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: DeviceKind,
  isOffline: z.boolean(),
})
export type RosterDevice = z.infer<typeof RosterDevice>

/** Some names of many, and how many more there are. */
export const SomeNames = z.object({ names: z.array(z.string()), more: z.number().int() })
export type SomeNames = z.infer<typeof SomeNames>

export const bulkChanges = ['grant', 'revoke'] as const
const GrantWish = {
  selection: Selection,
  change: z.enum(bulkChanges),
  deviceIds: z.array(Id).min(1).max(20),
}

/** What a change of grants would do to one device. */
export const DevicePreview = RosterDevice.extend({
  /** Who gains it, or loses it. */
  changes: SomeNames.extend({ count: z.number().int() }),
  /** Who has it already, or does not have it anyway. */
  same: z.number().int(),
  /** Of those who gain: whose card goes on being refused, because the membership is not active. */
  notActive: z.number().int(),
})
export type DevicePreview = z.infer<typeof DevicePreview>

export const GrantPreview = z.object({
  /** Stands for exactly these members and devices; the change is made only while it is still true. */
  fingerprint: z.string(),
  selected: z.number().int(),
  /** Members for whom anything changes. */
  touched: z.number().int(),
  devices: z.array(DevicePreview),
})
export type GrantPreview = z.infer<typeof GrantPreview>

/** A member as existing clients list him. Dates are `MM/DD/YYYY, HH:MM:SS` in UTC. */
export const ListedMember = z.object({
  id: z.number().int(),
  admin: z.boolean(),
  email: z.string(),
  excludeFromEmailExport: z.boolean(),
  registrationDate: z.string(),
  lastUpdatedProfile: z.string().nullable(),
  screenName: z.string(),
  name: z.object({ first: z.string(), last: z.string(), full: z.string() }),
  phone: z.string(),
  state: MemberState,
  vehicleRegistrationPlate: z.string().nullable(),
  rfid: z.string().nullable(),
  memberBucks: z.object({ balance: z.number(), lastPurchase: z.string().nullable() }),
  updateProfileRequired: z.boolean(),
  lastSeen: z.string().nullable(),
  lastInduction: z.string().nullable(),
  stripe: z.object({ cardExpiry: z.string(), last4: z.string() }),
  subscriptionStatus: SubscriptionState,
})
export type ListedMember = z.infer<typeof ListedMember>

export const rosters = routes({
  listAll: {
    method: 'GET',
    path: '/api/admin/members/',
    access: 'staff.members',
    summary: 'All members as existing clients read them, or the one with exactly this screen name; at most 50,000.',
    query: z.object({ screenName: Text(100).optional() }),
    output: z.array(ListedMember),
  },
  list: {
    method: 'GET',
    path: '/api/admin/members/list/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Members that match, sorted, a window at a time, with how many there are of each standing.',
    query: z.object({
      ...filterFields,
      ...orderFields,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: z.object({ members: z.array(RosterRow), total: z.number().int(), standings: StandingCounts }),
  },
  listDevices: {
    method: 'GET',
    path: '/api/admin/members/devices/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Doors and machines that can be granted, by name.',
    output: z.object({ devices: z.array(RosterDevice) }),
  },
  exportTable: {
    method: 'POST',
    path: '/api/admin/members/export/',
    access: 'staff.members',
    summary: 'The chosen columns of these members as CSV. Who exported how many is kept in the audit.',
    body: z.object({ selection: Selection, columns: z.array(RosterColumn).min(1).max(50), ...orderFields }),
    output: Download,
  },
  exportEmails: {
    method: 'POST',
    path: '/api/admin/members/emails/',
    access: 'staff.members',
    summary: 'The e-mail addresses of these members, without those who asked to be left out, and how many those are.',
    body: z.object({ selection: Selection }),
    output: z.object({ emails: z.array(z.string()), leftOut: z.number().int() }),
  },
  previewGrants: {
    method: 'POST',
    path: '/api/admin/members/grants/preview/',
    access: 'staff.access',
    summary: 'Who would gain or lose these doors and machines.',
    body: z.object(GrantWish),
    output: GrantPreview,
    errors: ['notFound'],
  },
  changeGrants: {
    method: 'POST',
    path: '/api/admin/members/grants/',
    access: 'staff.access',
    summary: 'Grants or revokes what was previewed, to and from exactly whom it named.',
    body: z.object({ ...GrantWish, fingerprint: z.string().min(1).max(100) }),
    output: z.object({ touched: z.number().int() }),
    errors: ['notFound', 'previewOutdated'],
  },
})
