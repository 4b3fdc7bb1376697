import type { Ctx } from '#platform/ctx.ts'
import { outageOf } from '#platform/db/outage.ts'
import type { Day } from '#platform/local-day.ts'

/** A run of what days bring, and what of it failed. */
export type Night = { ctx: Ctx; today: Day; failures: string[] }

/**
 * Does something for many rows at once. Where that fails, it is tried for each half, so that the one row that can't be
 * worked through holds up no other; that one is logged and said at the end. While the database is away all of it fails.
 */
export const tryEach = async <T>(
  night: Night,
  { what, ids }: { what: string; ids: readonly number[] },
  run: (ids: readonly number[]) => Promise<T>,
): Promise<T[]> => {
  try {
    return [await run(ids)]
  } catch (error) {
    if (outageOf(error) !== null) throw error
    const [id] = ids
    if (id === undefined) return []
    if (ids.length === 1) {
      night.failures.push(`${what} ${id}`)
      night.ctx.log.error({ err: error, what, id }, 'billing: one could not be worked through')
      return []
    }
    const half = Math.ceil(ids.length / 2)
    return [
      ...(await tryEach(night, { what, ids: ids.slice(0, half) }, run)),
      ...(await tryEach(night, { what, ids: ids.slice(half) }, run)),
    ]
  }
}

/** Makes the run a failed one, which is tried again and which the doctor shows, once everything else is done. */
export const endNight = ({ failures }: Night): void => {
  if (failures.length === 0) return
  const some = failures.slice(0, 10).join(', ')
  throw new Error(`${failures.length} could not be worked through: ${some}`)
}
