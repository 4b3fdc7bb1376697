import {
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  type RawBuilder,
  ReferenceNode,
  SelectQueryNode,
  type ShallowDehydrateValue,
  sql,
} from 'kysely'

/** Rows turned by ninety degrees: of each column its values, or null when there is no row. */
export type JsonColumns<Row> = { [Name in keyof Row]: ShallowDehydrateValue<Row[Name]>[] | null }

type RowOf<Columns> = { [Name in keyof Columns]: NonNullable<Columns[Name]> extends (infer Value)[] ? Value : never }

/** Returns the names of the columns that a query selects. */
export const namesOfSelect = (rows: Expression<unknown>): string[] => {
  const node = rows.toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('only a select has columns')
  return (node.selections ?? []).map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name
    if (ReferenceNode.is(selection) && ColumnNode.is(selection.column)) return selection.column.column.name
    throw new Error('each column that is selected needs a name')
  })
}

/**
 * The rows of a subquery as one JSON value, column by column: their names stand once and not in each row, which more
 * than halves what hundreds of rows cost both the database and the portal. `rowsOfColumns` makes rows of it again.
 */
export const jsonColumnsFrom = <Row>(rows: Expression<Row>): RawBuilder<JsonColumns<Row>> => {
  const columns = namesOfSelect(rows).map((name) => sql`${sql.lit(name)}, json_agg(${sql.ref(`agg.${name}`)})`)
  return sql`(select json_build_object(${sql.join(columns)}) from ${rows} as agg)`
}

type RowMaker = (columns: Record<string, unknown[] | null>, at: number) => object

const rowMakers = new Map<string, RowMaker>()

/**
 * Makes one row. It is written out as a literal: putting hundreds of rows together name by name takes ten times as long.
 * The names are those of columns in our own queries.
 */
const rowMakerOf = (names: readonly string[]): RowMaker => {
  const key = JSON.stringify(names)
  const known = rowMakers.get(key)
  if (known) return known
  const fields = names.map((name) => `${JSON.stringify(name)}: columns[${JSON.stringify(name)}]?.[at]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- no value of a row gets into it, only names that stand in the source
  const made = new Function('columns', 'at', `return { ${fields.join(', ')} }`) as RowMaker // it is written to be one
  rowMakers.set(key, made)
  return made
}

export const rowsOfColumns = <Columns extends Record<string, unknown[] | null>>(columns: Columns): RowOf<Columns>[] => {
  const names = Object.keys(columns)
  const makeRow = rowMakerOf(names)
  const count = columns[names[0] ?? '']?.length ?? 0
  return Array.from({ length: count }, (_, at) => makeRow(columns, at) as RowOf<Columns>) // it has the value of each column
}
