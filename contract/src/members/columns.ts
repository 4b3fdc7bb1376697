import { z } from 'zod'
import { keysOf, someKeysOf } from '../keys-of.ts'
import { memberField, memberFieldNames, memberFields, type MemberFieldName, type MemberFields } from './fields.ts'

/** The fields that staff's list and CSV show. */
export type ListedField = {
  [Name in MemberFieldName]: MemberFields[Name] extends { listed: object } ? Name : never
}[MemberFieldName]

export const listedFields = memberFieldNames.filter(
  (name): name is ListedField => memberField(name).listed !== undefined,
)

/** First and last name share a column, which rows of the list have as the full name. */
type NameField = 'firstName' | 'lastName'

type ColumnField = Exclude<ListedField, NameField>

/** The fields with a column of their own. */
export const columnFields = listedFields.filter(
  (name): name is ColumnField => memberFields[name].listed.column !== 'name',
)

type FieldColumn = MemberFields[ColumnField]['listed']['column']

const fieldLabels = Object.fromEntries(
  columnFields.map((name) => [memberFields[name].listed.column, memberFields[name].label]),
) as Record<FieldColumn, string> // fromEntries loses the names

/** How each column of the list is called. */
export const columnLabels = {
  name: 'Name',
  standing: 'State',
  plan: 'Plan',
  card: 'Card',
  doors: 'Granted',
  role: 'Role',
  ...fieldLabels,
}

const leading = ['name', 'screenName', 'standing', 'subscription', 'plan', 'card', 'doors', 'lastSeen'] as const

/** Their order: what staff look at most comes first, then the others as they are declared. */
export const memberListColumns = [...new Set([...leading, ...keysOf(columnLabels)])]

type RowValues = { [Name in ColumnField as MemberFields[Name]['listed']['as']]: MemberFields[Name]['value'] }

/** What rows of the list say of the fields with a column of their own. */
export const rowValues = Object.fromEntries(
  columnFields.map((name) => [memberFields[name].listed.as, memberFields[name].value]),
) as RowValues // fromEntries loses which name has which schema

/** The fields that staff filter the list by. */
export type FilteredField = {
  [Name in ColumnField]: MemberFields[Name] extends { filtered: true } ? Name : never
}[ColumnField]

export const filteredFields = columnFields.filter(
  (name): name is FilteredField => memberField(name).filtered !== undefined,
)

const presence = { given: 'Given', missing: 'Not given' } as const

/** What a filter by this field may ask for, in words: one of its choices, or whether it is given. */
export const filterChoices = (name: FilteredField): Readonly<Record<string, string>> =>
  memberField(name).choices ?? presence

type ChoicesOf<Name extends FilteredField> = MemberFields[Name] extends { choices: infer Choices }
  ? Choices
  : typeof presence

type FieldFilters = {
  [Name in FilteredField as MemberFields[Name]['listed']['as']]: z.ZodOptional<
    z.ZodEnum<{ [Choice in keyof ChoicesOf<Name> & string]: Choice }>
  >
}

/** The filters by these fields, under their names in the rows. */
export const fieldFilters = Object.fromEntries(
  filteredFields.map((name) => [memberFields[name].listed.as, z.enum(someKeysOf(filterChoices(name))).optional()]),
) as FieldFilters // fromEntries loses which name has which schema
