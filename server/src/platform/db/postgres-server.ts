import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { freePort } from '#platform/http/free-port.ts'
import { invocation } from './postgres-account.ts'
import { binDir } from './postgres-binaries.ts'
import type { PostgresHome } from './postgres-home.ts'
import { boundPostgresLog, logSettings, withPostgresLog } from './postgres-log.ts'
import { openSocketFolder, renewSocketFolder } from './postgres-socket.ts'
import { disownStalePidFile, findPostmaster, stopPostmaster } from './postmaster-file.ts'

const ourSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  shared_buffers: '128MB',
  // A space fits into memory, where a page out of turn costs little more: the list of a door is found in half the time.
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // After each checkpoint every page is written whole once more: on a card that wears, few of them, and those packed.
  checkpoint_timeout: '30min',
  wal_compression: 'pglz',
  // A small disk holds it, and so much is read again in seconds after a crash.
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  ...logSettings,
}

const logCheckMs = 10 * 60_000
/** Between tries to start a server again. */
const reviveMs = 1_000

export type PostgresServer = { port: number; socketFolder: string | undefined; stop: () => Promise<void> }
type RunningServer = { port: number; stop: () => Promise<void>; ended: Promise<void> }
type PostgresStart = {
  settings: Readonly<Record<string, string>>
  log: Logger
  /** Undefined for a server without a socket, which is reached by TCP alone. */
  socketFolder: string | undefined
}

const logTail = (path: string): string => readFileSync(path, 'utf8').trim().split('\n').slice(-8).join('\n')

const launch = (home: PostgresHome, input: PostgresStart & { port: number }) => {
  // It is a list of folders, in which commas and spaces need the quotes.
  const unix_socket_directories =
    input.socketFolder === undefined ? '' : `"${input.socketFolder.replaceAll('"', '""')}"`
  const settings = Object.entries({
    ...ourSettings,
    unix_socket_directories,
    ...input.settings,
    port: String(input.port),
  })
  const args = ['-D', home.folder, ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const call = invocation({ file: join(home.bin ?? binDir(), 'postgres'), args, folder: home.folder }, home.account)
  // Detached, so that Ctrl-C reaches the portal alone, which stops its database last.
  const child = withPostgresLog(home, (logFile) =>
    spawn(call.file, call.args, { ...call.options, detached: true, stdio: ['ignore', logFile, logFile] }),
  )
  const ended = Promise.withResolvers<void>()
  const server = {
    ended: ended.promise,
    pid: child.pid,
    port: input.port,
    failure: '',
    hasEnded: false,
    isWanted: false,
  }
  child.once('error', (error) => {
    Object.assign(server, { failure: error.message, hasEnded: true })
    ended.resolve()
  })
  child.once('exit', (code, signal) => {
    server.hasEnded = true
    if (server.isWanted)
      input.log.fatal({ code, signal, logPath: home.logPath }, 'the embedded PostgreSQL ended by itself')
    ended.resolve()
  })
  child.unref()
  return server
}

const startOn = async (home: PostgresHome, input: PostgresStart & { port: number }): Promise<RunningServer> => {
  const server = launch(home, input)
  for (let turns = 0; !findPostmaster(home.folder)?.isReady; turns += 1) {
    if (server.hasEnded) {
      throw new Error(
        `The embedded PostgreSQL in ${home.folder} did not start: ${server.failure || logTail(home.logPath)}`,
      )
    }
    if (turns === 1000) input.log.warn({ logPath: home.logPath }, 'the embedded PostgreSQL takes long to start')
    await sleep(5)
  }
  server.isWanted = true
  const { pid = 0 } = server
  const stopAtExit = () => void (server.hasEnded || process.kill(pid, 'SIGINT'))
  process.once('exit', stopAtExit)
  void server.ended.then(() => process.off('exit', stopAtExit))
  const stop = async (): Promise<void> => {
    server.isWanted = false
    if (!server.hasEnded) await stopPostmaster(pid)
  }
  return { port: input.port, ended: server.ended, stop }
}

/** Another process has just taken the port, or sessions of a server that was killed are still ending. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && /could not bind|pre-existing shared memory block/.test(error.message)

/** Starts a server that ended by itself (it was killed, memory ran out) again at the same address. */
const keepRunning = (home: PostgresHome, input: PostgresStart & { first: RunningServer }): PostgresServer => {
  const { log, first, socketFolder } = input
  const { port } = first
  let current = first
  let isWanted = true
  let revival = Promise.resolve()

  const revive = async () => {
    while (isWanted) {
      try {
        disownStalePidFile(home.folder)
        if (socketFolder !== undefined) renewSocketFolder(home)
        current = await startOn(home, { ...input, port })
        log.warn('the embedded PostgreSQL was started again')
        return watch()
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL did not start again')
        await sleep(reviveMs)
      }
    }
  }
  const watch = () => {
    void current.ended.then(() => {
      if (isWanted) revival = revive()
    })
  }
  watch()
  const bounding = setInterval(() => boundPostgresLog(home.logPath), logCheckMs).unref()
  const stop = async () => {
    isWanted = false
    clearInterval(bounding)
    await revival
    await current.stop()
  }
  return { port, socketFolder, stop }
}

const startSomewhere = async (home: PostgresHome, input: PostgresStart): Promise<RunningServer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(home, { ...input, port: await freePort() })
    } catch (error) {
      if (!isPassing(error) || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** Starts the server on a free port, waits until it answers, and sees to it that it goes on running. */
export const startPostgresServer = async (
  home: PostgresHome,
  options: Omit<PostgresStart, 'socketFolder'>,
): Promise<PostgresServer> => {
  const input = { ...options, socketFolder: await openSocketFolder(home) }
  return keepRunning(home, { ...input, first: await startSomewhere(home, input) })
}
