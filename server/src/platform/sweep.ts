import type { Ctx } from './ctx.ts'
import { outageOf } from './db/outage.ts'

/** So many of those that failed are named in the error. */
const mostNamed = 10

type SweepOf<T> = { nameOf: (item: T) => string; work: (item: T) => Promise<unknown> }

type BatchOf<T, R> = { nameOf: (item: T) => string; work: (items: readonly T[]) => Promise<R> }

/**
 * A run through many items, one after another. An item that fails is logged and holds up no other; the run fails for it
 * at its end, so that its job is tried again and shown. While the database is away nothing works, and the run ends.
 */
export const beginSweep = ({ log }: Pick<Ctx, 'log'>, what: string) => {
  const failures: string[] = []
  let firstError: unknown

  /** Works on many at once. Where that fails, on each half, down to the one that can't be worked through. */
  const together = async <T, R>(items: readonly T[], batch: BatchOf<T, R>): Promise<R[]> => {
    const [item] = items
    if (item === undefined) return []
    try {
      return [await batch.work(items)]
    } catch (error) {
      if (outageOf(error) !== null) throw error
      if (items.length === 1) {
        const name = batch.nameOf(item)
        log.error({ err: error, item: name }, `${what}: one could not be worked through`)
        firstError ??= error
        failures.push(name)
        return []
      }
      const half = Math.ceil(items.length / 2)
      return [...(await together(items.slice(0, half), batch)), ...(await together(items.slice(half), batch))]
    }
  }
  return {
    together,
    each: async <T>(items: Iterable<T>, { nameOf, work }: SweepOf<T>): Promise<void> => {
      for (const item of items) await together([item], { nameOf, work: () => work(item) })
    },
    /** Of a failure that was logged where it was caught. */
    noteFailure: (name: string): void => void failures.push(name),
    /** Throws if any item failed. */
    end: (): void => {
      if (failures.length === 0) return
      const named = failures.slice(0, mostNamed).join(', ')
      const reason = firstError instanceof Error ? ` (${firstError.message})` : ''
      throw new Error(`${failures.length} could not be worked through: ${named}${reason}`, { cause: firstError })
    },
  }
}

export type Sweep = ReturnType<typeof beginSweep>

/** Such a run through one list. */
export const sweep = async <T>(
  ctx: Pick<Ctx, 'log'>,
  items: Iterable<T>,
  { what, ...of }: SweepOf<T> & { what: string },
): Promise<void> => {
  const run = beginSweep(ctx, what)
  await run.each(items, of)
  run.end()
}
