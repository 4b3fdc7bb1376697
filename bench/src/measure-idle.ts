import { setTimeout as sleep } from 'node:timers/promises'
import { stopChildren } from './children.ts'
import { withClient } from './database.ts'
import type { Row } from './table.ts'
import { type Effort, newDataDir, startPortal } from './world.ts'

const minuteMs = 60_000

const written = `select (pg_current_wal_lsn() - '0/0')::float8 as bytes`

/** How much a portal without members or devices writes to the log of its database while nothing happens. */
export const measureIdle = async ({ rounds }: Effort): Promise<Row[]> => {
  const portal = startPortal([newDataDir()])
  try {
    const { connectionString } = await portal.call('ready')
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
    ]
  } finally {
    await stopChildren()
  }
}
