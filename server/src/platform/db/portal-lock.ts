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

/** The pid of the living portal that works in this folder, if there is one. */
export const portalPidOf = (dataDir: string): number | undefined =>
  holderOf(read(join(dataDir, 'portal.lock')), dataDir)

/**
 * Makes this process the only one that works in the folder; throws when another portal does.
 * A lock whose process is gone is taken over; `portal.lock.takeover` lets only one process do that at a time.
 */
export const lockPortal = async (dataDir: string): Promise<PortalLock> => {
  const path = join(dataDir, 'portal.lock')
  const takeover = `${path}.takeover`
  const mine = own(dataDir)
  const release = (): void => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (createFileOnce(path, mine)) return { release }
    const pid = holderOf(read(path), dataDir)
    if (pid !== undefined) {
      throw new Error(
        `Another portal (process ${pid}) already works in ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
      )
    }
    if (createFileOnce(takeover, mine)) {
      if (holderOf(read(path), dataDir) === undefined) rmSync(path, { force: true })
      rmSync(takeover, { force: true })
    } else if (holderOf(read(takeover), dataDir) === undefined) {
      rmSync(takeover, { force: true })
    } else {
      await sleep(20)
    }
  }
  throw new Error(`The lock ${path} is held by a process that is gone, and could not be taken over. Remove the file.`)
}
