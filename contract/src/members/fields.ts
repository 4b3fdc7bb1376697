import { keysOf } from '../keys-of.ts'
import { derivedFields } from './derived-fields.ts'
import type { MemberField } from './field.ts'
import { membershipFields } from './membership-fields.ts'
import { profileFields } from './profile-fields.ts'

/**
 * Every column of a member, declared once: registration, forms, list, filters, CSV, archive, erasure and audit read it.
 * A column that the database has and this list does not fails a test (server/src/members/fields.test.ts).
 * A new one stands in the file of its group, in the order in which forms and lists show it.
 */
export const memberFields = {
  ...profileFields,
  ...membershipFields,
  ...derivedFields,
}

export type MemberFields = typeof memberFields

export type MemberFieldName = keyof MemberFields

/** The declaration of a field with all it may say, for code that works on any of them. */
export const memberField = (name: MemberFieldName): MemberField => memberFields[name]

export const memberFieldNames = keysOf(memberFields)
