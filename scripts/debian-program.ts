/** Finds programs of the system for tests, and gets them from Debian where there are none. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const installLimitMs = 600_000

/** Tells the reader of the tests what is tried. */
export type Say = (line: string) => void

/** Where a program of this name stands; none or one. */
export async function onPath(name: string): Promise<string[]> {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  const found = await run('sh', ['-c', 'command -v "$1"', 'sh', name], { env }).catch(() => undefined)
  return found ? [found.stdout.trim()] : []
}

/** Whether the command worked within its time. What it prints is only of interest when it did not. */
export async function tryCommand(
  say: Say,
  command: string,
  args: string[],
  timeout: number,
  env = {},
): Promise<boolean> {
  say(`${command} ${args.join(' ')} …`)
  try {
    await run(command, args, { timeout, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 })
    return true
  } catch (error) {
    const lines = error instanceof Error ? error.message.trim().split('\n') : [String(error)]
    const telling = lines.slice(1).find((line) => /error|fail|unable/i.test(line)) ?? lines[0]
    say(`  did not work: ${telling?.trim()}`)
    return false
  }
}

/** Only as root: no password is asked for in the middle of the tests. */
export async function installDebianPackage(name: string, say: Say): Promise<boolean> {
  const canInstall = process.getuid?.() === 0 && (await onPath('apt-get')).length > 0
  if (!canInstall) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return (
    (await tryCommand(say, 'apt-get', ['update'], installLimitMs, env)) &&
    tryCommand(say, 'apt-get', ['install', '-y', '--no-install-recommends', name], installLimitMs, env)
  )
}

/** The path of a program, which is installed from the package of its name where it is missing; undefined if that fails. */
export async function findDebianProgram(name: string, say: Say = console.error): Promise<string | undefined> {
  const [present] = await onPath(name)
  if (present !== undefined) return present
  return (await installDebianPackage(name, say)) ? (await onPath(name))[0] : undefined
}
