import { z } from 'zod'
import { Email, LastName, OptionalText, Phone, ShortText } from '../fields.ts'
import type { MemberField } from './field.ts'
import { nameChoices, nameChoiceWords } from './words.ts'

/** A line of text that may be left empty, which is stored as null. */
const optionalText = OptionalText.transform((text) => text || null).nullable()

/** Unlike any address or screen name that a member can choose. */
const placeholder = (memberId: number) => `closed:${memberId}`

/** Columns that members give when they register, or choose in their profile. */
export const profileFields = {
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
    hint: 'If you have one name only, enter a dash (-).',
    autoComplete: 'family-name',
    editedBy: ['member', 'staff'],
    value: z.string(),
    input: LastName,
    atRegistration: { as: 'lastName', input: LastName },
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
} as const satisfies Record<string, MemberField>
