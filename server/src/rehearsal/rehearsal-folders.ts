import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { removeEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'

const prefix = 'spacekeeper-rehearsal-'

/** A folder for the database of a rehearsal. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), prefix))

/** Stops a database that was left running in it, and removes it. Throws nothing: what is left is found the next time. */
export const removeFolder = async (folder: string, log: Logger): Promise<void> => {
  try {
    await removeEmbeddedPostgres(folder, log)
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    log.warn({ err: error, folder }, 'the folder of a rehearsal could not be removed')
  }
}

/** A younger one may be about to begin. */
const youngMs = 2 * 60_000

const isOld = (folder: string): boolean => {
  try {
    return statSync(folder).mtimeMs < Date.now() - youngMs
  } catch {
    return false
  }
}

/** Removes what a portal left that was killed together with its rehearsal; one that still runs holds a lock. */
export const sweepFolders = async (log: Logger): Promise<void> => {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) if (isOld(folder)) await removeFolder(folder, log)
}
