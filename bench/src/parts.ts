import { parseArgs } from 'node:util'
import { measureBackup } from './measure-backup.ts'
import { measureBooks } from './measure-books.ts'
import { measureBrowser } from './measure-browser.ts'
import { measureRenewals, measureWebhooks } from './measure-cards.ts'
import { measureDebits } from './measure-debits.ts'
import { measureFiles } from './measure-files.ts'
import { measureFleet } from './measure-fleet.ts'
import { measureIdle } from './measure-idle.ts'
import { measureLists } from './measure-lists.ts'
import { measureMachines } from './measure-machines.ts'
import { measureMatching } from './measure-matching.ts'
import { measureMembers } from './measure-members.ts'
import { measureMemory } from './measure-memory.ts'
import { measureNightly } from './measure-nightly.ts'
import { measureQueries, measureRequests } from './measure-requests.ts'
import { measureScript } from './measure-script.ts'
import { measureStarts } from './measure-starts.ts'
import { measureStatements } from './measure-statements.ts'
import { measureStatistics } from './measure-statistics.ts'
import { measureSwipes } from './measure-swipes.ts'
import type { Row } from './table.ts'
import type { Effort, World } from './world.ts'

/** Parts that need a portal with members and doors, in the order they run, and parts that do not. */
export const worldParts = {
  requests: measureRequests,
  queries: measureQueries,
  members: measureMembers,
  swipes: measureSwipes,
  lists: measureLists,
  machines: measureMachines,
  files: measureFiles,
  debits: measureDebits,
  statements: measureStatements,
  nightly: measureNightly,
  books: measureBooks,
  matching: measureMatching,
  memory: measureMemory,
  statistics: measureStatistics,
  browser: measureBrowser,
} satisfies Record<string, (world: World) => Promise<Row[]>>
export const ownParts = {
  fleet: measureFleet,
  webhooks: measureWebhooks,
  renewals: measureRenewals,
  starts: (effort: Effort) => measureStarts(effort.rounds),
  idle: measureIdle,
  script: async () => measureScript(),
  backup: async () => measureBackup(),
} satisfies Record<string, (effort: Effort) => Promise<Row[]>>

export const partNames = [...Object.keys(worldParts), ...Object.keys(ownParts)]

/** Each takes over ten minutes, so they run when they are named, or with all. */
export const longParts = new Set(['renewals', 'idle'])

export const helpText = `npm run bench -- [--only NAME…] [--all] [--quick] [--profile FOLDER]

Prints what the portal does beside what the machine would, part by part.

  --only NAME…      some parts: ${partNames.slice(0, 8).join(' ')}
                    ${partNames.slice(8).join(' ')}
  --all             every part; without it all but ${[...longParts].join(', ')}, which take the longest
  --quick           shows in minutes that all of it works
  --profile FOLDER  leaves a processor profile of the portal's process there
  --help            prints this
`

export type BenchOptions = {
  names: ReadonlySet<string>
  isQuick: boolean
  profileDir: string | undefined
  wantsHelp: boolean
}

/** Throws a sentence that says what to write instead. */
export const readOptions = (args: string[]): BenchOptions => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      only: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
    allowPositionals: true,
  })
  const named = positionals.flatMap((text) => text.split(',')).filter((name) => name !== '')
  const unknown = named.find((name) => !partNames.includes(name))
  if (unknown !== undefined || (values.only && named.length === 0)) {
    throw new Error(
      `${unknown === undefined ? 'Name a part' : `There is no part "${unknown}"`}. There are: ${partNames.join(', ')}.`,
    )
  }
  const usual = partNames.filter((name) => values.all || !longParts.has(name))
  return {
    names: new Set(named.length > 0 ? named : usual),
    isQuick: values.quick,
    profileDir: values.profile,
    wantsHelp: values.help,
  }
}
