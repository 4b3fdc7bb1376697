import { join } from 'node:path'
import type { Logger } from 'pino'
import { checkReadable } from './archive-contents.ts'
import { ArchiveProblem, checkBody, readManifest } from './archive-file.ts'
import { backupFolder, provingFolder, removeCopy } from './backup-folder.ts'
import { findKey } from './keys.ts'
import { makeCopy, type OpenCopy } from './restored-copy.ts'
import { checkRoom } from './room.ts'

/** Restores an archive into a scratch folder, verifies it there and throws the copy away. Throws what is wrong with it. */
export const proveArchive = async (input: {
  dataDir: string
  name: string
  open: OpenCopy
  log: Logger
}): Promise<void> => {
  const { dataDir, name, open, log } = input
  const path = join(backupFolder(dataDir), name)
  const folder = provingFolder(dataDir)
  const manifest = await readManifest(path)
  checkReadable(manifest)
  const key = manifest.key === null ? null : await findKey(dataDir, manifest.key.id)
  if (key === undefined)
    throw new ArchiveProblem(`The key ${manifest.key?.id} of this backup is no longer in DATA_DIR/backup-keys.`)
  await checkRoom({ path, manifest, folder: dataDir })
  await checkBody(path, manifest)
  await removeCopy(folder)
  try {
    const { faults } = await makeCopy({ path, code: key?.code ?? null, folder, manifest, open, log, isThrowaway: true })
    if (faults.length > 0) throw new ArchiveProblem(faults.join('\n'))
  } finally {
    await removeCopy(folder)
  }
}
