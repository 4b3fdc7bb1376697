import { hasCode } from '#platform/db/has-code.ts'

const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full for the account that the portal runs as.',
  EROFS: 'The disk can only be read.',
  EIO: 'The disk does not answer. See whether it is connected.',
}

export const noFolder = 'It is no folder.'
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
