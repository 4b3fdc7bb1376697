/** `npm run bench -- [--only NAME…] [--quick] [--profile FOLDER]`: one table of what the portal does, and what the machine would. */
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stopChildren } from './children.ts'
import { measureBooks } from './measure-books.ts'
import { measureRenewals, measureWebhooks } from './measure-cards.ts'
import { measureDebits } from './measure-debits.ts'
import { measureFleet } from './measure-fleet.ts'
import { measureLists } from './measure-lists.ts'
import { measureMachines } from './measure-machines.ts'
import { measureMatching } from './measure-matching.ts'
import { measureMembers } from './measure-members.ts'
import { measureMemory } from './measure-memory.ts'
import { measureNightly } from './measure-nightly.ts'
import { measureQueries, measureRequests } from './measure-requests.ts'
import { measureScript } from './measure-script.ts'
import { measureStarts, stopStarts } from './measure-starts.ts'
import { measureStatements } from './measure-statements.ts'
import { measureStatistics } from './measure-statistics.ts'
import { measureSwipes } from './measure-swipes.ts'
import { clockMs } from './stats.ts'
import { tableText, type Row } from './table.ts'
import { removeDataDirs, startWorld, type Effort, type World } from './world.ts'

const full: Effort = { rounds: 5, seconds: 3, pushes: 60 }
const quick: Effort = { rounds: 1, seconds: 1, pushes: 10 }

/** Parts that need a portal with members and doors, in the order they run, and parts that do not. */
const parts = {
  requests: measureRequests,
  queries: measureQueries,
  members: measureMembers,
  swipes: measureSwipes,
  lists: measureLists,
  machines: measureMachines,
  debits: measureDebits,
  statements: measureStatements,
  nightly: measureNightly,
  books: measureBooks,
  matching: measureMatching,
  memory: measureMemory,
  statistics: measureStatistics,
} satisfies Record<string, (world: World) => Promise<Row[]>>
const apart = {
  fleet: measureFleet,
  webhooks: measureWebhooks,
  renewals: measureRenewals,
  starts: (effort: Effort) => measureStarts(effort.rounds),
  script: async () => measureScript(),
} satisfies Record<string, (effort: Effort) => Promise<Row[]>>
const names = [...Object.keys(parts), ...Object.keys(apart)]

const readOptions = () => {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
    allowPositionals: true,
  })
  const wanted = positionals.flatMap((text) => text.split(',')).filter((name) => name !== '')
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined || (values.only && wanted.length === 0)) {
    throw new Error(
      `${unknown === undefined ? 'Name a part' : `There is no part "${unknown}"`}. There are: ${names.join(', ')}.`,
    )
  }
  return {
    wanted: new Set(wanted.length > 0 ? wanted : names),
    effort: values.quick ? quick : full,
    profileDir: values.profile === undefined ? undefined : resolve(values.profile),
  }
}

const rows: Row[] = []
let hasFailed = false
let isInterrupted = false

/** One part that fails leaves the others their figures. */
const attempt = async (name: string, run: () => Promise<Row[]>) => {
  if (isInterrupted) return
  const startedAt = clockMs()
  process.stderr.write(`${name}…`)
  try {
    rows.push(...(await run()))
    process.stderr.write(` ${((clockMs() - startedAt) / 1_000).toFixed(0)} s\n`)
  } catch (error) {
    if (isInterrupted) return
    hasFailed = true
    process.stderr.write(` failed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

let cleaning: Promise<void> | undefined

/** Once for all callers: the folders must outlive the processes that write to them. */
const cleanUp = () => {
  cleaning ??= (async () => {
    await stopStarts()
    await stopChildren()
    await removeDataDirs()
  })()
  return cleaning
}

const stopOnInterrupt = () => {
  const stop = () => {
    isInterrupted = true
    process.stderr.write('\nstopping…\n')
    cleanUp().then(
      () => process.exit(130),
      () => process.exit(130),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

const run = async () => {
  const { wanted, effort, profileDir } = readOptions()
  stopOnInterrupt()
  try {
    const inWorld = Object.entries(parts).filter(([name]) => wanted.has(name))
    if (inWorld.length > 0) {
      const world = await startWorld({ effort, profileDir })
      for (const [name, measure] of inWorld) await attempt(name, () => measure(world))
      await stopChildren()
    }
    for (const [name, measure] of Object.entries(apart))
      if (wanted.has(name)) await attempt(name, () => measure(effort))
  } finally {
    await cleanUp()
  }
  if (hasFailed) process.exitCode = 1
  if (isInterrupted || rows.length === 0) return
  process.stdout.write(
    `\nNode ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}\n\n${tableText(rows)}\n`,
  )
}

run().catch((error: unknown) => {
  // What an interrupt cut off fails for that reason alone.
  if (isInterrupted) return
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
