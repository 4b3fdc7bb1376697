import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { workerName } from '#platform/jobs/jobs-pool.ts'
import { version } from '#platform/version.ts'

/** So long may a portal that was asked to stop take, and the database to notice it. */
export const stoppingMs = 20_000

const lookMs = 250

/** `since`: null where another account of the database made it. */
type PortalConnection = { pid: number; address: string | null; since: Date | null }

/** A running portal is known by the connections of its jobs. */
const listConnections = async (pool: pg.Pool): Promise<PortalConnection[]> => {
  const { rows } = await pool.query<PortalConnection>(
    `select pid, host(client_addr) as address, backend_start as since from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1) order by backend_start, pid`,
    [workerName],
  )
  return rows
}

const mostNamed = 5

/** Names connections as a person finds them in the database: a machine that was switched off can't be asked to stop. */
const describeConnections = (connections: readonly PortalConnection[]): string => {
  const named = connections.slice(0, mostNamed).map(({ pid, address, since }) => {
    const began = since === null ? '' : ` since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return `pid ${pid} from ${address ?? 'this machine'}${began}`
  })
  const more = connections.length - named.length
  return `Its connections: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}. If its machine is gone, the database ends them after a while, or at once with select pg_terminate_backend(pid).`
}

/** Newer files must not change the tables under a portal that runs from the older ones. One that is stopping is waited for. */
export const refuseBesideOlder = async (
  pool: pg.Pool,
  { waitMs, isCommand, log }: { waitMs: number; isCommand: boolean; log: Logger },
): Promise<void> => {
  const until = performance.now() + waitMs
  for (let turn = 0; ; turn += 1) {
    const connections = await listConnections(pool)
    if (connections.length === 0) return
    if (performance.now() >= until)
      throw new Error(
        `This Spacekeeper (${version}) has to change the database first, and a portal that was started from an older one works with it. Nothing was changed. ` +
          (isCommand
            ? 'Stop that portal, start it again with npm start, and then run this again.'
            : 'Stop that portal, all its processes where there are several, and then start this one again.') +
          ` ${describeConnections(connections)}`,
      )
    if (turn === 0) log.warn('an older portal works with the database: waiting for it to stop')
    await sleep(lookMs)
  }
}
