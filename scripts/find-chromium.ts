/** Finds a Chromium that runs, and gets one where there is none. Prints what it tries; alone, it prints the path. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installDebianPackage, onPath, type Say, tryCommand } from './debian-program.ts'

const run = promisify(execFile)
const playwright = fileURLToPath(new URL('../node_modules/.bin/playwright', import.meta.url))
/** The shell without windows draws the same pages in three quarters of the time. */
const systemNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const downloadLimitMs = 90_000

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

const systemBrowsers = async () => (await Promise.all(systemNames.map(onPath))).flat()

async function download(say: Say): Promise<string | undefined> {
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '4000' }
  const done = await tryCommand(say, playwright, ['install', '--only-shell', 'chromium'], downloadLimitMs, env)
  return done ? firstThatStarts(playwrightBrowsers()) : undefined
}

async function installPackage(say: Say): Promise<string | undefined> {
  const done = await installDebianPackage('chromium-headless-shell', say)
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
