import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from './has-code.ts'

/** Creates a folder and those above it. Node's own way never ends where nothing can be created, as below /proc. */
const createFolder = (path: string): void => {
  try {
    mkdirSync(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || existsSync(dirname(path))) throw error
    createFolder(dirname(path))
    mkdirSync(path)
  }
}

/**
 * Creates the data folder for its owner alone. Root's may be entered by the account that PostgreSQL runs as,
 * but not listed; the secrets in it are readable by their owner only.
 */
export const ensureDataDir = (dataDir: string): void => {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return
  createFolder(dataDir)
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Creates a file in one step, complete and with mode 600; false when there is one already. */
export const createFileOnce = (path: string, content: string): boolean => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Reads a generated secret, or creates it; several processes that start at once agree on one. */
export const readOrCreateSecret = (path: string): string => {
  createFileOnce(path, `${randomBytes(32).toString('hex')}\n`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32)
    throw new Error(`${path} should hold a generated secret but is damaged; restore it from a backup`)
  return secret
}

/** A folder that was synchronised has the names of its files on the disk. Windows does that by itself, and refuses to be asked. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
