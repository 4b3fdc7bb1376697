import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '#platform/db/data-dir.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { isArchiveName } from '../archive-file.ts'
import { explainFolder, noFolder } from '../disk-words.ts'
import { compareWritten, CopyProblem, type CopyStore, isLeftDraft } from './copy-store.ts'

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
  if (!(await stat(folder)).isDirectory()) throw new CopyProblem(noFolder)
  if (`${resolve(folder)}/`.startsWith(`${resolve(dataDir)}/`))
    throw new CopyProblem('It is within DATA_DIR, and would be lost with it. Choose a folder on another disk.')
}

const put = async (folder: string, path: string, name: string): Promise<void> => {
  const target = join(folder, name)
  const draft = `${target}.draft`
  if (name.includes('/')) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await copyFile(path, draft)
    await syncFile(draft)
    await compareWritten(path, createReadStream(draft, { highWaterMark: 1 << 20 }))
    await rename(draft, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const removeLeft = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter(isLeftDraft)) await rm(join(folder, name), { force: true })
}

/** `spacekeeper-` finds files of the folder, `erased-accounts/` those of a folder in it. */
const list = async (folder: string, prefix: string): Promise<string[]> => {
  const below = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const names = await readdir(join(folder, below)).catch((error: unknown) => {
    if (below !== '' && hasCode(error, 'ENOENT')) return []
    throw error
  })
  return names.map((name) => below + name).filter((name) => name.startsWith(prefix) && !name.endsWith('.draft'))
}

/** A folder of the machine: a disk that is connected, or a shared folder of another machine. */
export const folderStore = (folder: string, dataDir: string): CopyStore => ({
  put: async (path, name) => {
    await checkFolder(folder, dataDir)
    if (isArchiveName(name)) await removeLeft(folder)
    await put(folder, path, name)
  },
  list: (prefix) => list(folder, prefix),
  read: (name) => createReadStream(join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
  explain: explainFolder,
  close: () => Promise.resolve(),
})
