import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFileOnce } from './data-dir.ts'
import { startOfProcess } from './running-process.ts'

export type PortalLock = { release: () => void }

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The same folder by whatever path, and another one for a copy of it. */
const identityOf = (dataDir: string): string => {
  const { dev, ino } = statSync(dataDir)
  return `${dev}:${ino}`
}

/** A lock that was copied with its folder belongs to the original. */
const holderOf = (content: string | undefined, dataDir: string): number | undefined => {
  const [pid, start, folder] = (content ?? '').split('\n')
  if (folder && folder !== identityOf(dataDir)) return undefined
  const found = pid && start ? startOfProcess(Number(pid)) : undefined
  return found !== undefined && (found === start || found === 'unknown') ? Number(pid) : undefined
}

const own = (dataDir: string): string =>
  `${process.pid}\n${startOfProcess(process.pid) ?? ''}\n${identityOf(dataDir)}\n`

/** The pid of the living process that has a lock of this folder, if there is one. */
export const lockHolder = ({ path, folder }: { path: string; folder: string }): number | undefined =>
  holderOf(read(path), folder)

/** The pid of the living portal that works in this folder, if there is one. */
export const portalPidOf = (dataDir: string): number | undefined =>
  lockHolder({ path: join(dataDir, 'portal.lock'), folder: dataDir })

/** The lock of a process that brings the database over to a newer PostgreSQL, beside that of the portal. */
export const moveLockOf = (dataDir: string) => ({ path: join(dataDir, 'newer-postgresql.lock'), folder: dataDir })

type LockRequest = {
  path: string
  folder: string
  /** The sentence for the one who comes second. */
  refusal: (pid: number) => string
}

/**
 * Makes this process the only one that has a lock; throws when another has it. A lock whose process is gone is taken
 * over; a second file beside it lets only one process do that at a time.
 */
export const lockFolder = async ({ path, folder, refusal }: LockRequest): Promise<PortalLock> => {
  const takeover = `${path}.takeover`
  const mine = own(folder)
  const release = (): void => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (createFileOnce(path, mine)) return { release }
    const pid = holderOf(read(path), folder)
    if (pid !== undefined) throw new Error(refusal(pid))
    if (createFileOnce(takeover, mine)) {
      if (holderOf(read(path), folder) === undefined) rmSync(path, { force: true })
      rmSync(takeover, { force: true })
    } else if (holderOf(read(takeover), folder) === undefined) {
      rmSync(takeover, { force: true })
    } else {
      await sleep(20)
    }
  }
  throw new Error(`The lock ${path} is held by a process that is gone, and could not be taken over. Remove the file.`)
}

/** Makes this process the only portal that works in the folder. */
export const lockPortal = (dataDir: string): Promise<PortalLock> =>
  lockFolder({
    path: join(dataDir, 'portal.lock'),
    folder: dataDir,
    refusal: (pid) =>
      `Another portal (process ${pid}) already works in ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
  })
