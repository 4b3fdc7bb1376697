import { keysOf } from '@spacekeeper/contract/keys-of.ts'

/** What the audit keeps of a change, field by field. */
export type Differences<Field extends string> = { [F in Field]?: { from: unknown; to: unknown } }

type RowChange<Field extends string, Column extends string> = {
  /** The row as it is, locked until the end of the transaction: what is kept as old really was. */
  row: Readonly<Record<Column, unknown>>
  /** The column of every field that may change. */
  columns: Readonly<Record<Field, Column>>
  /** The fields as they shall be; those left out stay. */
  changes: { readonly [F in Field]?: unknown }
}

/** The fields that will not be what they were. */
export const differencesOf = <Field extends string, Column extends string>({
  row,
  columns,
  changes,
}: RowChange<Field, Column>): Differences<Field> => {
  const differences: Differences<Field> = {}
  for (const field of keysOf(columns)) {
    const [from, to] = [row[columns[field]], changes[field]]
    if (to !== undefined && to !== from) differences[field] = { from, to }
  }
  return differences
}

/** An update of one row that has no values yet, such as `tx.updateTable('members').where('id', '=', id)`. */
type RowUpdate = { set(values: Record<string, unknown>): { execute(): Promise<unknown> } }

/**
 * Updates the columns that differ and returns the differences for the audit; null if there are none.
 * `stamps` are columns to write along with them, such as the time of the change.
 */
export const changeRow = async <Field extends string, Column extends string>(
  update: RowUpdate,
  input: RowChange<Field, Column> & { stamps?: Record<string, unknown> },
): Promise<Differences<Field> | null> => {
  const differences = differencesOf(input)
  const changed = keysOf(differences)
  if (changed.length === 0) return null
  const values = changed.map((field) => [input.columns[field], differences[field]?.to])
  await update.set({ ...Object.fromEntries(values), ...input.stamps }).execute()
  return differences
}
