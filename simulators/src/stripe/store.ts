import { newId } from './ids.ts'
import { noSuch } from './refusals.ts'

/** Anything that is kept: an object of the API as it stands on the wire (ids where it may be expanded), or our own. */
export type KeptRow = { id: string }

/**
 * A kind of object. Declare it once, beside its operations, and list it in the `tables` of its part:
 * `export const customers = table<Stripe.Customer>({ name: 'customer', prefix: 'cus_', by: { … } })`.
 */
export type StripeTable<Row extends KeptRow> = {
  /** Stripe's word for it in errors: *No such customer*. */
  name: string
  prefix: string
  /** What it is looked up by. An index is kept current by the store. */
  by: Record<string, (row: Row) => string | null | undefined>
  /** Never found by its id when a path is expanded: what only the stand-in knows. */
  isHidden: boolean
  /** What is left out of an answer unless it is expanded. */
  included: Record<string, (row: Row, store: StripeStore) => unknown>
}
/** Of any rows. Methods are compared less strictly than functions, which lets tables of all kinds stand in one list. */
export type AnyStripeTable = Pick<StripeTable<KeptRow>, 'name' | 'prefix' | 'isHidden'> & {
  by: Record<string, unknown>
  included: Record<string, unknown>
}

export const table = <Row extends KeptRow>(
  input: Pick<StripeTable<Row>, 'name' | 'prefix'> & Partial<StripeTable<Row>>,
): StripeTable<Row> => ({ by: {}, isHidden: false, included: {}, ...input })

type KeptTable = { rows: Map<string, KeptRow>; indexes: Map<string, Map<string, Set<string>>> }
export type StoreState = Record<string, KeptRow[]>

/** Ids of an expandable field, which may hold the object itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : value.id

/**
 * All objects, in memory. Rows are never changed in place: `update` puts a new one in the place of the old one, so that
 * an event keeps what it saw.
 */
export class StripeStore {
  readonly #tables = new Map<string, KeptTable>()
  readonly #places = new Map<string, AnyStripeTable>()
  /** Ids of objects that exist in live mode only. */
  readonly liveIds = new Set<string>()
  #listeners: (() => void)[] = []

  constructor(tables: AnyStripeTable[], state: StoreState = {}) {
    for (const each of tables) {
      this.#tables.set(each.name, { rows: new Map(), indexes: new Map() })
      for (const row of state[each.name] ?? []) this.insert(asTable(each), row)
    }
  }

  /** Told of every write. */
  onWrite(listener: () => void) {
    this.#listeners.push(listener)
  }

  #kept(of: AnyStripeTable): KeptTable {
    const kept = this.#tables.get(of.name)
    if (!kept) throw new Error(`The table ${of.name} is not listed in the tables of a part.`)
    return kept
  }

  /** Only where the value is another one: what stays in an index keeps its place, which is the order of creation. */
  #index<Row extends KeptRow>(of: StripeTable<Row>, before: Row | undefined, after: Row | undefined) {
    const { indexes } = this.#kept(of)
    for (const [name, read] of Object.entries(of.by)) {
      const [old, next] = [before && read(before), after && read(after)]
      if (old === next) continue
      const index = indexes.get(name) ?? new Map<string, Set<string>>()
      indexes.set(name, index)
      if (before && typeof old === 'string') index.get(old)?.delete(before.id)
      if (after && typeof next === 'string') index.set(next, (index.get(next) ?? new Set()).add(after.id))
    }
  }

  newId(of: AnyStripeTable): string {
    return newId(of.prefix)
  }

  insert<Row extends KeptRow>(of: StripeTable<Row>, row: Row): Row {
    const { rows } = this.#kept(of)
    this.#index(of, this.find(of, row.id), row)
    rows.set(row.id, row)
    if (!of.isHidden) this.#places.set(row.id, of)
    for (const listener of this.#listeners) listener()
    return row
  }

  update<Row extends KeptRow>(of: StripeTable<Row>, id: string, patch: Partial<Row>): Row {
    return this.insert(of, { ...this.get(of, id), ...patch })
  }

  remove<Row extends KeptRow>(of: StripeTable<Row>, id: string) {
    const row = this.find(of, id)
    if (!row) return
    this.#index(of, row, undefined)
    this.#kept(of).rows.delete(id)
    if (!of.isHidden) this.#places.delete(id)
    for (const listener of this.#listeners) listener()
  }

  find<Row extends KeptRow>(of: StripeTable<Row>, id: string | null | undefined): Row | undefined {
    const row = id === null || id === undefined ? undefined : this.#kept(of).rows.get(id)
    return row && asRow(of, row)
  }

  /** Refused in Stripe's words if there is none: 404, or 400 when `param` says which parameter names it. */
  get<Row extends KeptRow>(of: StripeTable<Row>, id: string, param?: string): Row {
    const row = this.find(of, id)
    if (row) return row
    const isLive = this.liveIds.has(id)
    throw noSuch(of.name, id, param === undefined ? { isLive } : { isLive, param })
  }

  /** Newest first, as lists are. */
  all<Row extends KeptRow>(of: StripeTable<Row>): Row[] {
    return [...this.#kept(of).rows.values()].map((row) => asRow(of, row)).toReversed()
  }

  /** Those of one value of an index, newest first. */
  by<Row extends KeptRow>(of: StripeTable<Row>, index: string, value: string): Row[] {
    if (!of.by[index]) throw new Error(`The table ${of.name} has no index ${index}.`)
    const ids = [...(this.#kept(of).indexes.get(index)?.get(value) ?? [])]
    const places = ids.flatMap((id) => this.find(of, id) ?? [])
    return places.toReversed()
  }

  /** What an id stands for, whatever its kind. */
  findAny(id: string): { of: AnyStripeTable; row: KeptRow } | undefined {
    const of = this.#places.get(id)
    const row = of && this.#kept(of).rows.get(id)
    return of && row ? { of, row } : undefined
  }

  state(): StoreState {
    return Object.fromEntries([...this.#tables].map(([name, { rows }]) => [name, [...rows.values()]]))
  }
}

// A table's rows are only ever put in by its own declaration, which says their type.
const asRow = <Row extends KeptRow>(_of: StripeTable<Row>, row: KeptRow) => row as Row
const asTable = (of: AnyStripeTable) => of as StripeTable<KeptRow>
