import { systemCtx, type Ctx } from '#platform/ctx.ts'
import { openLog } from '#platform/log/open-log.ts'
import type { Config } from '../config.ts'
import { openServices } from '../services.ts'

export type CommandInput = {
  config: Config
  /** What stands behind the name of the command. */
  words: string[]
  options: Record<string, string | boolean | undefined>
  say: (text: string) => void
}

export type Command = {
  usage: string
  help: string
  /** How many words may stand behind its name; none unless told. */
  words?: number
  run: (input: CommandInput) => Promise<void>
}

/** Runs with the database and everything else a portal has; beside a running portal too. */
export const withCtx = async (config: Config, run: (ctx: Ctx) => Promise<void>): Promise<void> => {
  const { services, close } = await openServices(config, await openLog('warn'), { joinsRunningPortal: true })
  try {
    await run(systemCtx(services))
  } finally {
    await close()
  }
}

/** An option given as `--name value`, or an error that says what is expected. */
export const required = (input: CommandInput, name: string): string => {
  const value = input.options[name]
  if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing.`)
  return value
}

export const optional = (input: CommandInput, name: string): string | undefined => {
  const value = input.options[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
