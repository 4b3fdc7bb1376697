import { randomBytes } from 'node:crypto'
import { copyFile, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { syncFolder } from '#platform/db/data-dir.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { checkBody, readManifest } from './archive-file.ts'

const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full for the account that the portal runs as.',
  EROFS: 'The disk can only be read.',
  EIO: 'The disk does not answer. See whether it is connected.',
}

const noFolder = 'It is no folder.'
const noRight = 'The portal may not write there. Give the folder to the account that the portal runs as.'

const folderReasons: Readonly<Record<string, string>> = {
  ...diskReasons,
  ENOENT: 'There is no such folder. If it is on a disk of its own, see whether that is connected.',
  ENOTDIR: noFolder,
  EACCES: noRight,
  EPERM: noRight,
}

const explain = (error: unknown, reasons: Readonly<Record<string, string>>): string => {
  const known = Object.entries(reasons).find(([code]) => hasCode(error, code))
  if (known) return known[1]
  return error instanceof Error ? error.message : String(error)
}

/** Says why something failed, in a sentence for people where the disk is to blame. */
export const explainDisk = (error: unknown): string => explain(error, diskReasons)

/** Why a folder can't be written to, in a sentence for people. */
export const explainFolder = (error: unknown): string => explain(error, folderReasons)

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder is never made: where a disk is not connected, that would fill the one below. */
const checkFolder = async (folder: string, dataDir: string): Promise<void> => {
  if (!(await stat(folder)).isDirectory()) throw new Error(noFolder)
  if (`${resolve(folder)}/`.startsWith(`${resolve(dataDir)}/`))
    throw new Error('It is within DATA_DIR, and would be lost with it. Choose a folder on another disk.')
}

/** Copies an archive to another folder and reads it back. It has its name there once it is whole. */
export const copyArchive = async (input: {
  path: string
  name: string
  folder: string
  dataDir: string
}): Promise<void> => {
  const { path, name, folder, dataDir } = input
  const draft = join(folder, `${name}.draft`)
  await checkFolder(folder, dataDir)
  try {
    await copyFile(path, draft)
    await syncFile(draft)
    await checkBody(draft, await readManifest(draft))
    await rename(draft, join(folder, name))
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Writes a small file into a folder, reads it back and deletes it; why that failed, or null. */
export const tryFolder = async (folder: string, dataDir: string): Promise<string | null> => {
  const path = join(folder, `spacekeeper-test-${randomBytes(4).toString('hex')}.draft`)
  const written = randomBytes(65_536)
  try {
    await checkFolder(folder, dataDir)
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(written)
      await file.sync()
    } finally {
      await file.close()
    }
    return written.equals(await readFile(path)) ? null : 'What was written there could not be read back as it was.'
  } catch (error) {
    return explainFolder(error)
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}
