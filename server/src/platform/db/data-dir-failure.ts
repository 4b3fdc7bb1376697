import { realpathSync, statSync } from 'node:fs'
import { z } from 'zod'

const SystemError = z.object({ code: z.string(), syscall: z.string(), path: z.string(), message: z.string() })

const anotherOne = 'Choose another folder with DATA_DIR.'
const noDatabase = (dataDir: string) =>
  `The file system of ${dataDir} cannot hold a database. Choose a folder on a local disk with DATA_DIR.`

const ownerOf = (path: string): number | undefined => {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

const describeRefusal = (dataDir: string, path: string) => {
  const [own, owner] = [process.getuid?.(), ownerOf(path) ?? ownerOf(dataDir)]
  if (own === undefined || own === 0 || owner === undefined || owner === own)
    return `${dataDir} cannot be written. ${anotherOne}`
  return (
    `${dataDir} cannot be read and written by the user who starts the portal (uid ${own}); it belongs to uid ${owner}. ` +
    `Start the portal as its owner, hand the folder over with "chown -R ${own} ${dataDir}", or choose another one with DATA_DIR.`
  )
}

const sentences: Record<string, (dataDir: string, path: string) => string> = {
  EACCES: describeRefusal,
  EPERM: describeRefusal,
  EROFS: (dataDir) => `${dataDir} is on a file system that is read-only. ${anotherOne}`,
  EEXIST: (dataDir) => `${dataDir} is a file, and DATA_DIR has to be a folder. ${anotherOne}`,
  ENOTDIR: (dataDir) => `${dataDir} is or lies below a file, and DATA_DIR has to be a folder. ${anotherOne}`,
  ENOENT: (dataDir) => `The folder ${dataDir} cannot be created there. ${anotherOne}`,
  ENOSPC: (dataDir) => `The disk of ${dataDir} is full. Make room, or choose a folder on another disk with DATA_DIR.`,
  EDQUOT: (dataDir) => `The quota for ${dataDir} is used up. Make room, or choose another folder with DATA_DIR.`,
}

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** What is wrong with the data folder and what to do about it, instead of what the system says; other errors stay. */
export const explainDataDir = (dataDir: string, error: unknown): unknown => {
  const parsed = SystemError.safeParse(error)
  if (!parsed.success) return error
  const { code, syscall, path, message } = parsed.data
  if (![dataDir, realOf(dataDir)].some((folder) => folder.startsWith(path) || path.startsWith(folder))) return error
  const describe = sentences[code]
  // Locks and secrets are made with hard links, which shares and memory cards often lack.
  const cannotLink = syscall === 'link' && code !== 'EACCES' && code !== 'ENOSPC'
  if (cannotLink || ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code))
    return new Error(noDatabase(dataDir), { cause: error })
  const sentence = describe?.(dataDir, path) ?? `${dataDir} cannot be used (${message}). ${anotherOne}`
  return new Error(sentence, { cause: error })
}
