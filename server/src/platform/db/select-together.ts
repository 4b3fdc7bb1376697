import { sql, type RawBuilder } from 'kysely'
import { coalesceCalls } from '../coalesce-runs.ts'
import { type Build, type RowReader, type Select, selectOnce } from './compile-once.ts'
import type { ReadLines } from './read-lines.ts'

/** Answers calls at the same time together, for each portal by itself; within a transaction each alone. */
const answerTogether = <K, V>(run: (reader: RowReader, inputs: readonly K[]) => Promise<readonly V[]>) => {
  const ofPortals = new WeakMap<ReadLines, (input: K) => Promise<V>>()
  return async ({ db, reads }: RowReader, input: K): Promise<V> => {
    if (!reads) return (await run({ db }, [input]))[0] as V // one answer for one input
    const known = ofPortals.get(reads)
    const ask = known ?? coalesceCalls((inputs: readonly K[]) => run({ db, reads }, inputs))
    if (!known) ofPortals.set(reads, ask)
    return ask(input)
  }
}

/** The ids that are asked for, as the right side of `=`. */
type AnyId = RawBuilder<number>

/**
 * A query of which many callers want one row each, by its id. Those who ask while it is under way are answered by the
 * next, all in one, so a row is never older than the question. Two who ask for the same id get the same object.
 */
export const selectTogether = <R extends { id: number }>(
  build: (db: Parameters<Build<object, unknown>>[0], anyId: AnyId) => Select<R>,
) => {
  const rows = selectOnce((db, { ids }: { ids: readonly number[] }) => build(db, sql<number>`any(${ids}::int[])`))
  const first = answerTogether<number, Readonly<R> | undefined>(async (reader, ids) => {
    const found = new Map((await rows.all(reader, { ids })).map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  })
  return { first }
}

/** The same for rows that are the same for all who ask: read once for all of them, and made into what they need once. */
export const selectShared = <R, T>(
  build: (db: Parameters<Build<object, unknown>>[0]) => Select<R>,
  make: (rows: R[]) => T,
) => {
  const rows = selectOnce((db, _: object) => build(db))
  const read = answerTogether<undefined, T>(async (reader, asked) => {
    const made = make(await rows.all(reader, {}))
    return asked.map(() => made)
  })
  return (reader: RowReader) => read(reader, undefined)
}
