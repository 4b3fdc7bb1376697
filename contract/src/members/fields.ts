import { z } from 'zod'
import { Email, OptionalText, Phone, ShortText } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { Instant } from '../route.ts'
import type { MemberField } from './field.ts'
import { nameChoices, nameChoiceWords, subscriptionStates } from './words.ts'

/** A line of text that may be left empty, which is stored as null. */
const optionalText = OptionalText.transform((text) => text || null).nullable()

/** Unlike any address or screen name that a member can choose. */
const placeholder = (memberId: number) => `closed:${memberId}`

/**
 * Every column of a member, declared once: registration, forms, list, filters, CSV, archive, erasure and audit read it.
 * A column that the database has and this list does not fails a test (server/src/members/fields.test.ts).
 */
export const memberFields = {
  id: {
    column: 'id',
    label: 'Member number',
    archived: true,
    closing: { kept: 'What other tables refer to.' },
  },
  email: {
    column: 'email',
    label: 'Email',
    autoComplete: 'username',
    inputType: 'email',
    editedBy: ['staff'],
    value: z.string(),
    input: Email,
    atRegistration: { as: 'email', input: Email },
    staffTask: 'email',
    listed: { column: 'email', as: 'email', kind: 'text' },
    archived: true,
    closing: { to: placeholder },
  },
  firstName: {
    column: 'first_name',
    label: 'First name',
    autoComplete: 'given-name',
    editedBy: ['member', 'staff'],
    value: z.string(),
    input: ShortText,
    atRegistration: { as: 'firstName', input: ShortText },
    listed: { column: 'name', as: 'firstName', kind: 'text' },
    archived: true,
    closing: { to: 'Former' },
  },
  lastName: {
    column: 'last_name',
    label: 'Last name',
    autoComplete: 'family-name',
    editedBy: ['member', 'staff'],
    value: z.string(),
    input: ShortText,
    atRegistration: { as: 'lastName', input: ShortText },
    listed: { column: 'name', as: 'lastName', kind: 'text' },
    archived: true,
    closing: { to: 'member' },
  },
  screenName: {
    column: 'screen_name',
    label: 'Screen name',
    hint: 'A name of your choice.',
    autoComplete: 'nickname',
    editedBy: ['member', 'staff'],
    value: z.string(),
    input: ShortText,
    atRegistration: { as: 'screenName', input: ShortText },
    listed: { column: 'screenName', as: 'screenName', kind: 'text' },
    archived: true,
    closing: { to: placeholder },
  },
  nameChoice: {
    column: 'name_choice',
    label: 'Name for other members',
    editedBy: ['member'],
    /** Null: as the space shows members. */
    value: z.enum(nameChoices).nullable(),
    input: z.enum(nameChoices).nullable(),
    choices: nameChoiceWords,
    archived: true,
    closing: { to: 'fullName' },
  },
  phone: {
    column: 'phone',
    label: 'Mobile number',
    hint: 'With its country code, such as +49 171 2345678.',
    autoComplete: 'tel',
    inputType: 'tel',
    editedBy: ['member', 'staff'],
    value: z.string(),
    /** Empty only where there is none yet: existing clients send back what they were given. */
    input: z.literal('').or(Phone),
    atRegistration: { as: 'mobile', input: Phone },
    listed: { column: 'phone', as: 'phone', kind: 'text', missing: 'last' },
    filtered: true,
    archived: true,
    closing: { to: '' },
  },
  vehicleRegistrationPlate: {
    column: 'vehicle_registration_plate',
    label: 'Vehicle registration plate',
    hint: 'Only if you park on site.',
    editedBy: ['member', 'staff'],
    value: z.string().nullable(),
    input: optionalText,
    askedIf: 'COLLECT_VEHICLE_REGISTRATION_PLATE',
    atRegistration: { as: 'vehicleRegistrationPlate', input: optionalText.optional() },
    listed: { column: 'plate', as: 'plate', kind: 'text', missing: 'last' },
    filtered: true,
    archived: true,
    closing: { to: null },
  },
  state: {
    column: 'state',
    label: 'State',
    archived: true,
    closing: { kept: 'The database computes it.' },
  },
  membershipState: {
    column: 'membership_state',
    label: 'Membership',
    archived: true,
    closing: { to: 'inactive' },
  },
  subscriptionStatus: {
    column: 'subscription_status',
    label: 'Subscription',
    value: z.enum(subscriptionStates),
    choices: { active: 'Active', cancelling: 'Cancelled', inactive: 'None' },
    listed: { column: 'subscription', as: 'subscription', kind: 'choice' },
    filtered: true,
    archived: true,
    closing: { to: 'inactive' },
  },
  isAdmin: {
    column: 'is_admin',
    label: 'Administrator',
    editedBy: ['staff'],
    value: z.boolean(),
    input: z.boolean(),
    staffTask: 'office',
    archived: true,
    closing: { to: false },
  },
  permissions: {
    column: 'permissions',
    label: 'Permissions',
    archived: true,
    closing: { to: [] },
  },
  suspendedAt: {
    column: 'suspended_at',
    label: 'Suspended since',
    archived: true,
    closing: { kept: 'A suspension outlasts the account, so that staff notice a return.' },
  },
  suspensionReason: {
    column: 'suspension_reason',
    label: 'Reason of the suspension',
    archived: true,
    closing: { kept: 'For three years; a job forgets it then.' },
  },
  inactiveBy: {
    column: 'inactive_by',
    label: 'Made inactive by',
    archived: true,
    closing: { to: null },
  },
  inactiveReason: {
    column: 'inactive_reason',
    label: 'Reason of being inactive',
    archived: true,
    closing: { to: null },
  },
  inactiveSince: {
    column: 'inactive_since',
    label: 'Inactive since',
    archived: true,
    closing: { to: null },
  },
  excludeFromEmailExport: {
    column: 'exclude_from_email_export',
    label: 'Left out of email exports',
    editedBy: ['staff'],
    value: z.boolean(),
    input: z.boolean(),
    archived: true,
    closing: { to: true },
  },
  wantsNews: {
    column: 'wants_news',
    label: 'News from the space',
    editedBy: ['member'],
    value: z.boolean(),
    input: z.boolean(),
    archived: true,
    closing: { to: false },
  },
  isHiddenFromMembers: {
    column: 'is_hidden_from_members',
    label: 'Hidden from members',
    archived: true,
    closing: { to: true },
  },
  profileUpdateRequired: {
    column: 'profile_update_required',
    label: 'Asked to check the profile',
    editedBy: ['staff'],
    value: z.boolean(),
    input: z.boolean(),
    archived: { not: 'A task of the portal, not a fact about the member.' },
    closing: { to: false },
  },
  registeredAt: {
    column: 'registered_at',
    label: 'Registered',
    value: Instant,
    listed: { column: 'registered', as: 'registered', kind: 'time' },
    archived: true,
    closing: { kept: 'Statistics count it; it names no one.' },
  },
  emailVerifiedAt: {
    column: 'email_verified_at',
    label: 'Email verified',
    archived: true,
    closing: { to: null },
  },
  firstJoinedAt: {
    column: 'first_joined_at',
    label: 'Member since',
    value: Instant.nullable(),
    listed: { column: 'firstJoined', as: 'firstJoined', kind: 'time', missing: 'last' },
    archived: true,
    closing: { kept: 'Statistics count it; it names no one.' },
  },
  lastInductionAt: {
    column: 'last_induction_at',
    label: 'Last induction',
    archived: true,
    closing: { to: null },
  },
  lastSeenAt: {
    column: 'last_seen_at',
    label: 'Last seen',
    value: Instant.nullable(),
    listed: { column: 'lastSeen', as: 'lastSeen', kind: 'time', missing: 'first' },
    archived: true,
    closing: { to: null },
  },
  profileUpdatedAt: {
    column: 'profile_updated_at',
    label: 'Profile updated',
    archived: true,
    closing: { to: null },
  },
  passwordHash: {
    column: 'password_hash',
    label: 'Password',
    archived: { not: 'Secret.' },
    closing: { to: null },
  },
  returnMarks: {
    column: 'return_marks',
    label: 'Return marks',
    archived: { not: 'Only closed accounts have them.' },
    closing: { kept: 'Closing writes them, so that the return of a suspended member is noticed; a job forgets them.' },
  },
  closedAt: {
    column: 'closed_at',
    label: 'Closed',
    archived: { not: 'Only closed accounts have it.' },
    closing: { kept: 'Closing writes it.' },
  },
  searchWords: {
    column: 'search_words',
    label: 'Search words',
    archived: { not: 'The name, screen name and email again, as searching compares them.' },
    closing: { kept: 'The database computes it from what closing writes.' },
  },
  plateSigns: {
    column: 'plate_signs',
    label: 'Signs of the plate',
    archived: { not: 'The plate again, as searching compares it.' },
    closing: { kept: 'The database computes it from what closing writes.' },
  },
} as const satisfies Record<string, MemberField>

export type MemberFields = typeof memberFields

export type MemberFieldName = keyof MemberFields

/** The declaration of a field with all it may say, for code that works on any of them. */
export const memberField = (name: MemberFieldName): MemberField => memberFields[name]

export const memberFieldNames = keysOf(memberFields)
