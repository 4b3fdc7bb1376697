import { z } from 'zod'
import { Text } from './fields.ts'
import { Id, Instant, Permission, routes } from './route.ts'

export const memberStates = ['noob', 'active', 'inactive', 'accountonly'] as const
export const MemberState = z.enum(memberStates)
export type MemberState = z.infer<typeof MemberState>

export const subscriptionStates = ['inactive', 'active', 'cancelling'] as const
export const SubscriptionState = z.enum(subscriptionStates)
export type SubscriptionState = z.infer<typeof SubscriptionState>

/** A payment plan as members see it; `cost` in cents. */
export const Plan = z.object({
  id: z.number().int(),
  name: z.string(),
  currency: z.string(),
  cost: z.number().int(),
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

/** Set while staff keep somebody out, whatever he pays. The reason is what staff wrote for him to read. */
export const Suspension = z.object({ since: Instant, reason: z.string() })

/** The caller's own profile: the specification's names and, beside them, those that existing clients read. */
export const Profile = z.object({
  id: z.number().int(),
  /** Full administrators only. */
  admin: z.boolean(),
  email: z.string(),
  excludeFromEmailExport: z.boolean(),
  registrationDate: Instant,
  lastUpdatedProfile: Instant.nullable(),
  firstJoined: Instant,
  screenName: z.string(),
  name: z.object({ first: z.string(), last: z.string(), full: z.string() }),
  phone: z.string(),
  state: MemberState,
  suspension: Suspension.nullable(),
  vehicleRegistrationPlate: z.string().nullable(),
  rfid: z.string().nullable(),
  /** `balance` in currency units. */
  memberBucks: z.object({ balance: z.number(), lastPurchase: Instant.nullable() }),
  updateProfileRequired: z.boolean(),
  lastSeen: Instant.nullable(),
  lastInduction: Instant.nullable(),
  stripe: z.object({ cardExpiry: z.string(), last4: z.string() }),
  subscriptionStatus: SubscriptionState,
  /** Not listed for other members in members on site and last seen. */
  isHiddenFromMembers: z.boolean(),

  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  memberStatus: MemberState,
  profileUpdateRequired: z.boolean(),
  financial: z.object({
    memberBucks: z.object({
      lastPurchase: Instant.nullable(),
      balance: z.number(),
      savedCard: z.object({ last4: z.string(), expiry: z.string() }),
    }),
    membershipPlan: Plan.nullable(),
    membershipTier: Tier.nullable(),
    subscriptionState: SubscriptionState,
  }),
  /** Existing clients show every staff screen where this is true, so it is for full administrators only. */
  permissions: z.object({ staff: z.boolean() }),
  /** What the caller may do as staff now: everything for administrators, nothing while suspended. */
  staffPermissions: z.array(Permission),
})
export type Profile = z.infer<typeof Profile>

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

export const members = routes({
  getProfile: {
    method: 'GET',
    path: '/api/profile/',
    access: 'signedIn',
    kiosk: true,
    summary: 'The caller: who he is, what state his membership is in.',
    output: Profile,
  },
  search: {
    method: 'GET',
    path: '/api/admin/members/search/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Members whose name, screen name or e-mail contains the text, by name, a page at a time.',
    query: z.object({
      text: Text(100).default(''),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ members: z.array(MemberSummary), total: z.number().int() }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/members/:memberId/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'One member.',
    params: z.object({ memberId: Id }),
    output: MemberSummary,
    errors: ['notFound'],
  },
})
