import type { AliasedExpression } from 'kysely'

type SelectedColumns = string | AliasedExpression<unknown, string>

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text

type NamedColumn<Column extends string> = Column extends `${string} as ${string}`
  ? Column
  : Column extends `${string}.${infer Name}`
    ? `${Column} as ${CamelCase<Name>}`
    : `${Column} as ${CamelCase<Column>}`

type NamedColumns<Columns> = Columns extends `${infer Column}, ${infer Others}`
  ? NamedColumn<Column> | NamedColumns<Others>
  : Columns extends string
    ? NamedColumn<Columns>
    : Columns

const camelCase = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const nameColumn = (column: string) =>
  column.includes(' as ') ? column : `${column} as ${camelCase(column.slice(column.lastIndexOf('.') + 1))}`

const withNames = (selected: SelectedColumns): SelectedColumns[] =>
  typeof selected === 'string' ? selected.split(', ').map(nameColumn) : [selected]

/**
 * Selects columns under the names the API gives them: `columns('c.id, c.due_on')` is `c.id` and `c.due_on as dueOn`.
 * Another name is said after `as`; an expression says its own. The database renames, so no row costs anything.
 */
export const columns = <const Columns extends readonly SelectedColumns[]>(...selected: Columns) =>
  selected.flatMap(withNames) as NamedColumns<Columns[number]>[] // a type does not follow what is done to a text

type WrittenTime<Value> = Value extends Date ? string : Value
type WithTimes<Row> = { [Name in keyof Row]: WrittenTime<Row[Name]> }

/** Writes the instants of a row as the API does. */
export const withTimes = <Row extends object>(row: Row): WithTimes<Row> => {
  const values: [string, unknown][] = Object.entries(row)
  const written = values.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value] as const)
  return Object.fromEntries(written) as WithTimes<Row> // fromEntries loses which name has which value
}
