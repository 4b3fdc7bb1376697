import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureWebBuilt } from '../../scripts/ensure-web-built.ts'
import { findEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts'
import { stopChildren } from './children.ts'
import { withClient } from './database.ts'
import { startAsPeople } from './measure-starts.ts'
import type { Row } from './table.ts'
import { type Effort, newDataDir } from './world.ts'

const minuteMs = 60_000

const written = `select (pg_current_wal_lsn() - '0/0')::float8 as bytes`

/** Resident memory of a process in MB, as the system counts it: with the pages of programs that others share. */
const residentMegabytes = (pid: number | undefined): number =>
  (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1_000_000

/** Measures what a portal without members or devices writes to the log of its database, and keeps in memory, at rest. */
export const measureIdle = async ({ rounds }: Effort): Promise<Row[]> => {
  ensureWebBuilt()
  const dataDir = newDataDir()
  const { child } = await startAsPeople(dataDir)
  try {
    const connectionString = findEmbeddedPostgres(dataDir)?.ownerUrl ?? ''
    const read = () =>
      withClient(connectionString, async (client) => Number((await client.query(written)).rows[0]?.bytes))
    // PostgreSQL counts what is in the new tables first.
    await sleep(rounds * minuteMs)
    const before = await read()
    await sleep(2 * rounds * minuteMs)
    const kilobytes = ((await read()) - before) / 1000
    return [
      {
        what: 'written to its log at rest, an hour',
        figure: (kilobytes * 30) / rounds,
        unit: 'kB',
        aim: { of: 'figure', atMost: 500 },
      },
      {
        what: 'resident memory at rest',
        figure: residentMegabytes(child.pid),
        unit: 'MB',
        aim: { of: 'figure', atMost: 200 },
      },
    ]
  } finally {
    await stopChildren()
  }
}
