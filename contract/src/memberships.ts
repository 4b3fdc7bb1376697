import { z } from 'zod'
import { Email, fieldMessages, Phone, ShortText, Text } from './fields.ts'
import { MemberState, Suspension } from './members.ts'
import { Empty, Id, Instant, Permission, permissions, routes } from './route.ts'

/** What staff do to a membership, in the order the screens offer it. */
export const staffActions = ['makeMember', 'activate', 'deactivate', 'suspend', 'lift'] as const
export type StaffAction = (typeof staffActions)[number]

/** What of a member staff can change. `office` is what he may do himself as staff. */
export const staffTasks = ['details', 'email', 'cards', 'standing', 'office'] as const
export type StaffTask = (typeof staffTasks)[number]

/** Why staff did it, for the member to read. */
const Reason = z.string().trim().min(1, fieldMessages.empty).pipe(Text(500))

const Params = z.object({ memberId: Id })
const Permissions = z.array(Permission).max(permissions.length).default([])

/** A member as staff look after him, with everything that decides what they can do next. */
export const MemberDetails = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  screenName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** As people of the site's country write it. */
  phone: z.string(),
  /** Where text messages to him go; null where there is no number that takes them. */
  smsNumber: z.string().nullable(),
  vehicleRegistrationPlate: z.string().nullable(),
  excludeFromEmailExport: z.boolean(),
  profileUpdateRequired: z.boolean(),
  isAdmin: z.boolean(),
  /** As granted; administrators need none. */
  permissions: z.array(Permission),
  /** Permissions that something in this version asks for. */
  grantable: z.array(Permission),
  /** What of him the caller may change. */
  tasks: z.array(z.enum(staffTasks)),
  /** What cards do: `inactive` while suspended. */
  state: MemberState,
  /** What joining and paying made of it, whether or not staff keep him out. */
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

const Plate = z.union([z.literal('').transform(() => null), ShortText, z.null()])

/** What staff change about a member; `isAdmin` only administrators. What is left out stays as it is. */
export const MemberChanges = z.object({
  firstName: ShortText.optional(),
  lastName: ShortText.optional(),
  screenName: ShortText.optional(),
  email: Email.optional(),
  /** Who never gave a number, keeps none. */
  phone: z.union([z.literal(''), Phone]).optional(),
  vehicleRegistrationPlate: Plate.optional(),
  excludeFromEmailExport: z.boolean().optional(),
  profileUpdateRequired: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  /** Another number than that of the newest card replaces it; nothing where there is no card changes nothing. */
  rfidCard: z.string().trim().max(50, 'Must be at most 50 characters.').nullable().optional(),
})
export type MemberChanges = z.infer<typeof MemberChanges>

export const memberships = routes({
  getDetails: {
    method: 'GET',
    path: '/api/admin/members/:memberId/profile/',
    access: 'staff.members',
    summary: 'One member with all that staff see and what they can do.',
    params: Params,
    output: MemberDetails,
    errors: ['notFound'],
  },
  changeDetails: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/profile/',
    access: 'staff.members',
    summary: 'Changes what is known of a member. What is left out stays as it is.',
    params: Params,
    body: MemberChanges,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'lastAdministrator', 'emailTaken', 'screenNameTaken', 'cardTaken'],
  },
  getState: {
    method: 'GET',
    path: '/api/admin/members/:memberId/state/:state/',
    access: 'staff.members',
    summary: 'The state of a member. The last part of the path is there for existing clients and means nothing.',
    params: Params.extend({ state: z.string() }),
    output: z.object({ state: MemberState }),
    errors: ['notFound'],
  },
  setState: {
    method: 'POST',
    path: '/api/admin/members/:memberId/state/:state/',
    access: 'staff.members',
    summary: 'Activates or deactivates a member. He is told by mail, with the reason if there is one.',
    params: Params.extend({ state: z.enum(['active', 'inactive']) }),
    body: z.object({ reason: Text(500).trim().optional() }),
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'memberSuspended'],
  },
  makeMember: {
    method: 'POST',
    path: '/api/admin/members/:memberId/makemember/',
    access: 'staff.members',
    summary: 'Makes a new account a member: active, with the doors and machines members have by default, and welcomed.',
    params: Params,
    unknownFields: 'ignored',
    output: z.object({
      success: z.boolean(),
      /** A key existing clients translate. */
      message: z.enum([
        'adminTools.makeMemberSuccess',
        'adminTools.makeMemberError',
        'adminTools.makeMemberErrorExists',
      ]),
    }),
    errors: ['notFound', 'outranked', 'notYourself'],
  },
  suspend: {
    method: 'POST',
    path: '/api/admin/members/:memberId/suspend/',
    access: 'staff.members',
    summary: 'Keeps a member out, whatever he pays, until staff lift it. He reads the reason.',
    params: Params,
    body: z.object({ reason: Reason }),
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'lastAdministrator'],
  },
  lift: {
    method: 'POST',
    path: '/api/admin/members/:memberId/lift/',
    access: 'staff.members',
    summary: 'Ends a suspension. The membership is again what it would have been without it.',
    params: Params,
    body: z.object({ reason: Text(500).trim().optional() }),
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself'],
  },
  sendWelcome: {
    method: 'POST',
    path: '/api/admin/members/:memberId/sendwelcome/',
    access: 'staff.members',
    summary: 'Sends a member the welcome mail, again if need be.',
    params: Params,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  changePermissions: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/permissions/',
    access: 'admin',
    summary: 'Gives a member permissions, or takes them. It counts from his next request on; others stay as they are.',
    params: Params,
    body: z.object({ grant: Permissions, revoke: Permissions }),
    output: Empty,
    errors: ['notFound'],
  },
})
