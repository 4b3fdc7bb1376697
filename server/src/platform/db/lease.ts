import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Services, systemCtx } from '../ctx.ts'
import { recordOne } from './change.ts'
import { compileOnce } from './compile-once.ts'

export type Lease = {
  /** Takes the lease, or renews it; null while another process has it. Its number rises with each holder. */
  hold: () => Promise<number | null>
  /** Whether this process may still act: never true once another may have taken it. */
  isHeld: () => boolean
  release: () => Promise<void>
}

type LeaseInput = { name: string; lastsMs: number }

const takeLease = compileOnce(
  (_db, { name, holder, lastsMs }: { name: string; holder: string; lastsMs: number }) =>
    sql<{ number: number }>`insert into leases as l (name, holder, number, ends_at)
      values (${name}, ${holder}, 1, clock_timestamp() + ${lastsMs}::int * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at,
        number = l.number + case when l.holder = excluded.holder then 0 else 1 end
      where l.holder = excluded.holder or l.ends_at < clock_timestamp()
      returning number`,
)

const endLease = compileOnce(
  (_db, { name, holder }: { name: string; holder: string }) =>
    sql`update leases set ends_at = clock_timestamp() where name = ${name} and holder = ${holder}`,
)

/** A process acts on a lease for a little less long than it has it, because two clocks do not run alike. */
const margin = 0.8

/** Of two clocks the one that is further on: one stands still while a machine sleeps, the other can be set back. */
const stopwatch = () => {
  const [steadyStart, wallStart] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steadyStart, Date.now() - wallStart)
}

/**
 * Something only one process does at a time. It has an end by the clock of the database, so that a process which cannot
 * reach the database stops by itself before another takes over.
 */
export const openLease = (services: Services, { name, lastsMs }: LeaseInput): Lease => {
  const ctx = systemCtx(services)
  const holder = randomUUID()
  let elapsed = () => Infinity

  return {
    hold: async () => {
      const asked = stopwatch()
      const [row] = await recordOne(ctx, takeLease({ name, holder, lastsMs }))
      elapsed = row ? asked : () => Infinity
      return row?.number ?? null
    },
    isHeld: () => elapsed() < lastsMs * margin,
    release: async () => {
      elapsed = () => Infinity
      await recordOne(ctx, endLease({ name, holder }))
    },
  }
}
