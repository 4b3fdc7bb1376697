import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOfProcess, worksIn } from './running-process.ts'

export type Postmaster = {
  pid: number
  port: number
  /** Undefined for a server that is reached by TCP alone. */
  socketFolder: string | undefined
  isReady: boolean
}

const pathOf = (folder: string): string => join(folder, 'postmaster.pid')

const readLines = (folder: string): string[] => {
  try {
    return readFileSync(pathOf(folder), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** What a PostgreSQL server says of itself in its folder; undefined without a living one. */
export const findPostmaster = (folder: string): Postmaster | undefined => {
  const lines = readLines(folder)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !worksIn(pid, folder)) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || undefined, isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Keeps PostgreSQL from taking an unrelated process, which got the pid of a dead server, for that server.
 * It ignores a pid file that names its parent; the rest of the file it still needs for its own checks.
 */
export const disownStalePidFile = (folder: string): void => {
  const [pid, ...rest] = readLines(folder)
  if (pid === undefined || findPostmaster(folder)) return
  writeFileSync(pathOf(folder), [String(process.pid), ...rest].join('\n'))
}

const waitForEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const start = startOfProcess(pid)
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 10) {
    if (start === undefined || startOfProcess(pid) !== start) return true
    await sleep(10)
  }
  return false
}

/** Stops a server in an orderly way; one that does not obey is told to stop at once, which loses nothing either. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await waitForEnd(pid, 30_000)) return
  }
  throw new Error(`The PostgreSQL server (process ${pid}) does not stop. Stop it by hand and start the portal again.`)
}
