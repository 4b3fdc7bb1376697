import { stat, statfs } from 'node:fs/promises'
import { formatBytes } from '../doctor/machine-checks.ts'
import { ArchiveProblem, type Manifest } from './archive-file.ts'

/** Files take a little more than their bytes, and a database writes as it starts. */
const margin = 1.1
const startBytes = 100_000_000
const timesArchive = 2.5

/** The bytes that have to be free where an archive is restored. */
export const roomNeeded = ({ archiveBytes, rawBytes }: { archiveBytes: number; rawBytes: number }): number =>
  Math.max(archiveBytes * timesArchive, rawBytes * margin + startBytes)

/** How much is free; null where the system doesn't say. */
export const freeBytes = async (folder: string): Promise<number | null> => {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    return blocks === 0 ? null : bavail * bsize
  } catch {
    return null
  }
}

/** Throws where an archive has no room to be restored. */
export const checkRoom = async (input: { path: string; manifest: Manifest; folder: string }): Promise<void> => {
  const { size: archiveBytes } = await stat(input.path)
  const needed = roomNeeded({ archiveBytes, rawBytes: input.manifest.rawBytes })
  const free = await freeBytes(input.folder)
  if (free !== null && free < needed)
    throw new ArchiveProblem(
      `The disk of ${input.folder} has too little room to restore this backup: ${formatBytes(free)} are free, and ${formatBytes(needed)} are needed.`,
    )
}
