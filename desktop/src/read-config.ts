import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readAddress } from './rules.ts'

/** What stands in `kiosk.json`, written by the set-up page or by hand. */
export const ConfigFile = z.strictObject({
  portal: z.string().optional(),
  autoStart: z.boolean('expected true or false').default(true),
})
export type ConfigFile = z.infer<typeof ConfigFile>

export type DesktopConfig = {
  portal: URL | undefined
  /** What is wrong with what was configured, in a sentence for the person who sets the kiosk up. */
  problem: string | undefined
  autoStart: boolean
  isWindowed: boolean
  asksForPortal: boolean
}

type FileState = { file: ConfigFile; problem?: string }
const empty: ConfigFile = { autoStart: true }

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export function readConfigFile(path: string): FileState {
  try {
    const text = readText(path)
    if (text === undefined) return { file: empty }
    const parsed = ConfigFile.safeParse(JSON.parse(text))
    if (parsed.success) return { file: parsed.data }
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    return { file: empty, problem: `${path}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'not understood'}` }
  } catch (error) {
    return { file: empty, problem: `${path}: ${error instanceof Error ? error.message : 'cannot be read'}` }
  }
}

/** Whatever else is on the command line belongs to Chromium. */
const readFlags = (args: string[]) =>
  parseArgs({
    args,
    strict: false,
    options: { portal: { type: 'string' }, windowed: { type: 'boolean' }, setup: { type: 'boolean' } },
  }).values

/** The command line counts before the environment, and that before the file. */
export function readConfig(input: { args: string[]; env: NodeJS.ProcessEnv; file: FileState }): DesktopConfig {
  const { portal, windowed, setup } = readFlags(input.args)
  const sources = [
    ['--portal', typeof portal === 'string' ? portal : undefined],
    ['SPACEKEEPER_PORTAL', input.env['SPACEKEEPER_PORTAL'] || undefined],
    ['portal', input.file.file.portal],
  ] as const
  const [name, text] = sources.find(([, value]) => value !== undefined) ?? []
  const address = text === undefined ? undefined : readAddress(text)
  const wrong = address && 'problem' in address ? `${name}: ${address.problem}` : undefined
  return {
    portal: address && 'portal' in address ? address.portal : undefined,
    problem: wrong ?? input.file.problem,
    autoStart: input.file.file.autoStart,
    isWindowed: windowed === true,
    asksForPortal: setup === true,
  }
}
