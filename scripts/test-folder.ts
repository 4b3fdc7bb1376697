import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that Linux keeps in memory. */
const memoryFolder = '/dev/shm'
/** A run holds a few hundred megabytes at a time. */
const freeBytes = 2 * 1024 ** 3
/** What the programs of a run need themselves comes on top. */
const freeMemory = 3 * freeBytes

type Room = { path: string; availableMemory: number }

/** Whether a folder in memory can hold what tests write. */
export const hasRoom = ({ path, availableMemory }: Room): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= freeBytes && availableMemory >= freeMemory
  } catch {
    return false
  }
}

/** Short, for addresses of sockets below it may not be long. */
const prefix = 'sk-test-'

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What a run that was killed could not remove itself. */
const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = /^(\d+)-/.exec(name.slice(prefix.length))?.[1]
    if (!name.startsWith(prefix) || pid === undefined || isRunning(Number(pid))) continue
    // That of another account stays.
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {}
  }
}

/**
 * The folder for all that a run of the tests writes, in memory where there is room: databases are created by the hundred,
 * and on a disk the files of those that are gone make the next ones slow.
 */
export const createTestFolder = (
  parent = hasRoom({ path: memoryFolder, availableMemory: process.availableMemory() }) ? memoryFolder : tmpdir(),
): string => {
  removeAbandoned(parent)
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}
