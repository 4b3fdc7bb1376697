import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { atPlaceholder, type HealthArea, healthAreas, type HealthState } from '@spacekeeper/contract/doctor/words.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { systemCtx } from '#platform/ctx.ts'
import { createLog } from '#platform/log/log.ts'
import type { Config } from '../config.ts'
import { examine } from '../doctor/examination.ts'
import { checksOf } from '../doctor/job-checks.ts'
import { keptOf } from '../doctor/results.ts'
import { countStates, linesOf } from '../doctor/rules.ts'
import { openServices } from '../services.ts'
import type { Command } from './command.ts'

const areaWords: Record<HealthArea, string> = {
  site: 'Site',
  machine: 'Machine',
  database: 'Database',
  jobs: 'Background tasks',
  messages: 'Messages',
  devices: 'Devices',
  money: 'Money',
  stripe: 'Stripe',
}

const stateWords: Record<HealthState, string> = { well: 'ok', attention: 'look', wrong: 'WRONG', unknown: '?' }

/** The portal does not even open, and that is what is wrong. */
const notOpened = (error: unknown): HealthLine => ({
  name: 'database.opening',
  area: 'database',
  title: 'Database',
  state: 'wrong',
  says: error instanceof Error ? error.message : String(error),
  at: null,
  todo: 'Start the portal, or its database. The guide “Running the portal” says what else may be the matter.',
  to: null,
  lookedAt: new Date().toISOString(),
  isOld: false,
})

/** Runs every check. Nothing is written, and lines of the log stay out of what is printed. */
const lookAtAll = async (config: Config): Promise<HealthLine[]> => {
  try {
    const opened = await openServices(config, createLog('silent'), { joinsRunningPortal: true })
    try {
      // The whole portal; other commands do without.
      const { domains } = await import('../domains.ts')
      const ctx = systemCtx(opened.services)
      const checks = checksOf(domains)
      const results = await examine(ctx, checks)
      const kept = new Map(results.map((result) => [result.check.name, keptOf(result)]))
      return linesOf(checks, { kept, now: ctx.now() })
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [notOpened(error)]
  }
}

const print = (line: HealthLine, siteUrl: string): string[] => {
  const indent = ' '.repeat(8)
  const says = line.says.replace(atPlaceholder, line.at === null ? '' : `${line.at.slice(0, 16).replace('T', ' ')} UTC`)
  return [
    `  ${stateWords[line.state].padEnd(6)}${line.title}: ${says}`,
    ...(line.todo === null ? [] : [`${indent}${line.todo}`]),
    ...(line.to === null ? [] : [`${indent}${siteUrl}${line.to}`]),
  ]
}

export const doctorCommands: Record<string, Command> = {
  doctor: {
    usage: '[--json]',
    help: 'Looks at everything the portal needs and says what to do; fails when something is wrong.',
    run: async ({ config, options, say }) => {
      const lines = await lookAtAll(config)
      const counts = countStates(lines)
      const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`
      if (options['json'] === true) say(JSON.stringify({ counts, lines }, null, 2))
      else {
        for (const area of healthAreas) {
          const found = lines.filter((line) => line.area === area)
          if (found.length > 0) say([areaWords[area], ...found.flatMap((line) => print(line, siteUrl)), ''].join('\n'))
        }
        say(`${counts.well} well, ${counts.attention} to look at, ${counts.wrong} wrong, ${counts.unknown} unknown.`)
      }
      if (counts.wrong > 0)
        throw new Error(sayCount(counts.wrong, { one: 'One thing is wrong.', other: '{count} things are wrong.' }))
    },
  },
}
