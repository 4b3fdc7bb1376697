/** Finds a Chromium that runs, and gets one where there is none. Prints what it tries; alone, it prints the path. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const playwright = fileURLToPath(new URL('../node_modules/.bin/playwright', import.meta.url))
/** The shell without windows draws the same pages in three quarters of the time. */
const systemNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const downloadLimitMs = 90_000
const installLimitMs = 600_000

type Say = (line: string) => void

/** A browser without its libraries is found on disk and still does not start, so each is asked for its version. */
async function starts(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

async function firstThatStarts(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await starts(path)) return path
  return undefined
}

/** Where Playwright keeps the browsers it downloaded, newest last in name and therefore first here. */
function playwrightBrowsers(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Library/Caches', win32: 'AppData/Local' }
  const cache = join(homedir(), caches[process.platform] ?? '.cache', 'ms-playwright')
  const folder = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? cache
  const binary = 'chromium*-*/chrome-*/{chrome,chrome.exe,*headless*shell*,*.app/Contents/MacOS/*}'
  return globSync(binary, { cwd: folder })
    .toSorted()
    .toReversed()
    .map((path) => join(folder, path))
}

async function onPath(name: string): Promise<string[]> {
  const found = await run('sh', ['-c', 'command -v "$1"', 'sh', name]).catch(() => undefined)
  return found ? [found.stdout.trim()] : []
}

const systemBrowsers = async () => (await Promise.all(systemNames.map(onPath))).flat()

/** Whether the command worked within its time. What it prints is only of interest when it did not. */
async function tryCommand(say: Say, command: string, args: string[], timeout: number, env = {}): Promise<boolean> {
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

async function download(say: Say): Promise<string | undefined> {
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '4000' }
  const done = await tryCommand(say, playwright, ['install', '--only-shell', 'chromium'], downloadLimitMs, env)
  return done ? firstThatStarts(playwrightBrowsers()) : undefined
}

/** Only as root: no password is asked for in the middle of the tests. */
async function installPackage(say: Say): Promise<string | undefined> {
  const canInstall = process.getuid?.() === 0 && (await onPath('apt-get')).length > 0
  if (!canInstall) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await tryCommand(say, 'apt-get', ['update'], installLimitMs, env)
  const done =
    updated && (await tryCommand(say, 'apt-get', ['install', '-y', 'chromium-headless-shell'], installLimitMs, env))
  return done ? firstThatStarts(await systemBrowsers()) : undefined
}

/** The path of a Chromium: CHROMIUM_PATH, Playwright's, the system's, or a new one. */
export async function findChromium(say: Say = console.error): Promise<string> {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted !== undefined) {
    if (await starts(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH is ${wanted}, which does not start.`)
  }
  const present = await firstThatStarts([...playwrightBrowsers(), ...(await systemBrowsers())])
  const found = present ?? (await download(say)) ?? (await installPackage(say))
  if (found === undefined)
    throw new Error('No Chromium was found or could be installed. Install one and set CHROMIUM_PATH to its path.')
  say(`Chromium: ${found}`)
  return found
}

if (import.meta.main) {
  try {
    console.log(await findChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
