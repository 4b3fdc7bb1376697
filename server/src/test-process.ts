import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { findEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { connectDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log/log.ts'

const run = promisify(execFile)
export const main = join(import.meta.dirname, 'main.ts')
const cli = join(import.meta.dirname, 'cli.ts')
/** As `npm start` has it: reading the modules is an eighth quicker. */
const room = '--max-semi-space-size=8'

/** Does this when the test is over, the last thing first. */
export const afterThis = (cleanup: () => unknown) =>
  onTestFinished(async () => {
    await cleanup()
  })

/** A folder for the data of a portal, that is gone after the test. */
export const newFolder = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-process-'))
  afterThis(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/**
 * For `expect.poll`: how long is waited for what a program does by itself. It reads all modules, and starts a database
 * where it has none, which takes a busy machine minutes.
 */
export const byProgram = { timeout: 200_000, interval: 50 }

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Ends a process, and waits until it has. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Starts a portal as people do, and waits until it can serve; the limit is that of the test. */
export const startProcess = async (dataDir: string, port: number) => {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [room, main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  afterThis(() => end(child, 'SIGTERM'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  /** A portal that chose its port itself says which. */
  const url = () => `http://127.0.0.1:${port === 0 ? (/ready at \S+:(\d+)/.exec(output)?.[1] ?? 1) : port}`
  const status = async () => {
    if (hasEnded(child)) throw new Error(`The portal ended before it could serve:\n${output}`)
    return fetch(`${url()}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  }
  while ((await status()) !== 200) await setTimeout(100)
  return { child, url: url(), output: () => output }
}

/** What `npm run cli` prints for these words. */
export const command = async (dataDir: string, ...words: string[]) => {
  const { stdout } = await run(process.execPath, [room, cli, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  })
  return stdout.trim()
}

/** Starts a command and kills it as soon as this is so; it may have ended before. */
export const killOnce = async (dataDir: string, words: readonly string[], isTime: () => boolean): Promise<void> => {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: 'ignore' })
  afterThis(() => end(child, 'SIGKILL'))
  while (!isTime() && !hasEnded(child)) await setTimeout(2)
  await end(child, 'SIGKILL')
}

/** The same, with this on its standard input. */
export const typed = async (dataDir: string, input: string, ...words: string[]) => {
  const child = spawn(process.execPath, [room, cli, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  afterThis(() => end(child, 'SIGTERM'))
  child.stdin.end(input)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output.trim()
}

/** The database of the portal that runs on this folder. */
export const openFolder = (dataDir: string) => {
  const urls = findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('no database runs here')
  const database = connectDatabase({ connectionString: urls.connectionString, poolSize: 1 }, createLog('silent'))
  afterThis(() => database.close())
  return database
}
