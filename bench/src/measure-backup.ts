import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stopChildren } from './children.ts'
import { withClient } from './database.ts'
import { memberCount, seed } from './seed.ts'
import { clockMs } from './stats.ts'
import type { Row } from './table.ts'
import { newDataDir, startPortal } from './world.ts'

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))
const peakEveryMs = 50

/** The most memory that a process had by now; 0 where the system doesn't say. */
const peakBytes = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** A command as the portal runs it: how long it takes and how much memory. */
const time = async (dataDir: string, words: readonly string[]) => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const startedAt = clockMs()
  const child = spawn(process.execPath, ['--max-old-space-size=256', cli, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  let bytes = 0
  while (child.exitCode === null && child.signalCode === null) {
    bytes = Math.max(bytes, peakBytes(child.pid ?? 0))
    await sleep(peakEveryMs)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}.`)
  return { seconds: (clockMs() - startedAt) / 1000, bytes }
}

const entries = `
  insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind)
  select m.id, now() - n * interval '1 day', 100, 0, 'cash', 'system', 'cash', 'system'
  from members m cross join generate_series(1, 10) n`

const what = `${memberCount.toLocaleString('en')} members, ${(memberCount * 11).toLocaleString('en')} entries`

/** A portal is backed up while it runs, the backup is tried, and a bare folder gets it. */
export const measureBackup = async (): Promise<Row[]> => {
  const dataDir = newDataDir()
  const { connectionString } = await startPortal([dataDir]).call('ready')
  await seed(connectionString, { doors: 20 })
  const raw = await withClient(connectionString, async (client) => {
    await client.query(entries)
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    )
    return rows[0]?.bytes ?? 0
  })
  const made = await time(dataDir, ['backup'])
  const folder = join(dataDir, 'backups')
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) ?? '')
  const proven = await time(dataDir, ['backup', 'prove'])
  await stopChildren()
  const restored = await time(newDataDir(), ['restore', path])
  return [
    {
      what: `size of a backup, ${what}`,
      figure: statSync(path).size / 1e6,
      unit: 'MB',
      baseline: { what: 'the database', figure: raw / 1e6 },
      aim: { of: 'ratio', atMost: 0.3 },
    },
    { what: 'making it', figure: made.seconds, unit: 's', aim: { of: 'figure', atMost: 20 } },
    { what: 'memory for that', figure: made.bytes / 1e6, unit: 'MB', aim: { of: 'figure', atMost: 300 } },
    { what: 'trying it', figure: proven.seconds, unit: 's', aim: { of: 'figure', atMost: 30 } },
    { what: 'memory for that', figure: proven.bytes / 1e6, unit: 'MB', aim: { of: 'figure', atMost: 300 } },
    { what: 'restoring it', figure: restored.seconds, unit: 's', aim: { of: 'figure', atMost: 30 } },
    { what: 'memory for that', figure: restored.bytes / 1e6, unit: 'MB', aim: { of: 'figure', atMost: 300 } },
  ]
}
