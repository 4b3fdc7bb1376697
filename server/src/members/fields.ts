import { type ListedField, listedFields } from '@spacekeeper/contract/members/columns.ts'
import {
  memberField,
  memberFieldNames,
  memberFields,
  type MemberFieldName,
  type MemberFields,
} from '@spacekeeper/contract/members/fields.ts'
import type { MemberListColumn } from '@spacekeeper/contract/members/shapes.ts'
import type { Selectable } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type MemberRow = Selectable<Database['members']>

type ColumnOf<Name extends MemberFieldName> = MemberFields[Name]['column']

const columnOf = <Name extends MemberFieldName>(name: Name): ColumnOf<Name> => memberFields[name].column

/** The column of each of these fields. */
export const columnsOf = <Name extends MemberFieldName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, memberFields[name].column])) as { [N in Name]: ColumnOf<N> } // fromEntries loses which name has which column

/** The values of these fields, by their names in the API. A declared column that the table lacks does not compile here. */
export const fieldsOf = <Name extends MemberFieldName>(row: Pick<MemberRow, ColumnOf<Name>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[columnOf(name)]])) as {
    [N in Name]: MemberRow[ColumnOf<N>]
  } // fromEntries loses which name has which value

type ValuesByColumn<Name extends MemberFieldName, Values extends { [N in Name]?: unknown }> = {
  [N in Name as ColumnOf<N>]: Values[N]
}

/** Values by their names in the API as values by column, for writing them. What is undefined is not written. */
export const valuesByColumn = <Name extends MemberFieldName, Values extends { [N in Name]?: unknown }>(
  names: readonly Name[],
  values: Values,
) => {
  const byColumn = Object.fromEntries(names.map((name) => [memberFields[name].column, values[name]]))
  return byColumn as ValuesByColumn<Name, Values> // fromEntries loses which column has which value
}

/** What closing the account writes, by column. */
export const erasedColumns = (memberId: number): Record<string, unknown> =>
  Object.fromEntries(
    memberFieldNames.flatMap((name) => {
      const { column, closing } = memberField(name)
      if (!('to' in closing)) return []
      return [[column, typeof closing.to === 'function' ? closing.to(memberId) : closing.to]]
    }),
  )

/** The fields of the archive that members download. */
export const archivedFields = memberFieldNames.filter((name) => memberField(name).archived === true)

export const archivedColumns = archivedFields.map((name) => `members.${memberFields[name].column} as ${name}` as const)

type ListedColumn = {
  [N in ListedField]: `members.${ColumnOf<N>} as ${MemberFields[N]['listed']['as']}`
}[ListedField]

/** What a query of the list selects for a field, under the name of its rows. */
export const listedColumn = (name: ListedField) =>
  `members.${memberFields[name].column} as ${memberFields[name].listed.as}` as ListedColumn // the same declaration gives both parts

export const listedColumns = listedFields.map(listedColumn)

/** The fields that a column of the list shows. */
export const fieldsOfColumn = (column: MemberListColumn) =>
  listedFields.filter((name) => memberFields[name].listed.column === column)
