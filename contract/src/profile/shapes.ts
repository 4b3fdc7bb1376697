import { z } from 'zod'
import { Text } from '../fields.ts'
import { inputsOf, valuesOf } from '../members/forms.ts'
import { Inactivity, MemberState, Standing, Suspension, SubscriptionState, Plan, Tier } from '../members/shapes.ts'
import { Instant, Permission } from '../route.ts'

/** `success` and `token` are what existing clients read. */
export const IdCode = z.object({
  success: z.literal(true),
  token: z.string(),
  issuedAt: Instant,
  expiresAt: Instant,
  /** The public page that checks it: what the QR code holds. */
  url: z.string(),
})

export type IdCode = z.infer<typeof IdCode>

/** What anyone who scans a digital ID may know; of an expired code, nothing about the member. */
export const IdVerification = z.object({
  /** `removed`: the pass was taken out of the wallet, or the account is closed. */
  verdict: z.enum(['valid', 'notActive', 'expired', 'forged', 'unknown', 'removed']),
  name: z.string().nullable(),
  standing: Standing.nullable(),
  issuedAt: Instant.nullable(),
  /** The code is that of a pass in a wallet, which lives longer and can be copied. */
  isPass: z.boolean(),
  checkedAt: Instant,
})

export type IdVerification = z.infer<typeof IdVerification>

/** The caller's own profile: the specification's names and, beside them, those that existing clients read. */
export const Profile = z.object({
  id: z.number().int(),
  /** Full administrators only. */
  admin: z.boolean(),
  email: z.string(),
  excludeFromEmailExport: z.boolean(),
  registrationDate: Instant,
  lastUpdatedProfile: Instant.nullable(),
  /** The day of registration for members who never were active. */
  firstJoined: Instant,
  /** Null for members who never were active. */
  memberSince: Instant.nullable(),
  ...valuesOf('member'),
  /** What other members read for the caller. */
  shownName: z.string(),
  name: z.object({ first: z.string(), last: z.string(), full: z.string() }),
  state: MemberState,
  suspension: Suspension.nullable(),
  /** Null where nothing is known of why, and for members who are not inactive. */
  inactivity: Inactivity.nullable(),
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
  /** Whether staff permissions wait until the caller logs in with a passkey or a code. */
  needsStrongLogin: z.boolean(),
  /** False for members who log in with passkeys alone. */
  hasPassword: z.boolean(),
})

export type Profile = z.infer<typeof Profile>

/** What members change about themselves. A field that is left out stays as it is. */
export const ProfileChange = z.object({
  /** Only compared: another address is asked for with the password. */
  email: Text(254).optional(),
  ...inputsOf('member'),
})

export type ProfileChange = z.infer<typeof ProfileChange>

/** A login of the caller: one browser or app. */
export const OwnSession = z.object({
  id: z.number().int(),
  /** The session of this request. */
  isCurrent: z.boolean(),
  /** Such as `Firefox`; null for an unknown user agent. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  /** The kiosk it was started at; null for the member's own browsers and apps. */
  kiosk: z.string().nullable(),
  /** The app on a phone, by the name of its device; null for a browser. */
  app: z.string().nullable(),
  startedAt: Instant,
  lastUsedAt: Instant,
})

export type OwnSession = z.infer<typeof OwnSession>

/** An address that replaces the caller's once the link mailed there is followed. */
export const EmailChange = z.object({ email: z.string(), askedAt: Instant })

export type EmailChange = z.infer<typeof EmailChange>

/** What closing the account would do now. Cents; devices are doors and machines. */
export const AccountClosing = z.object({
  cards: z.number().int(),
  devices: z.number().int(),
  isOnSite: z.boolean(),
  /** Machines that they are using. */
  uses: z.number().int(),
  balanceCents: z.number().int(),
  isSuspended: z.boolean(),
  /** Then it is refused. */
  isLastAdministrator: z.boolean(),
})

export type AccountClosing = z.infer<typeof AccountClosing>
