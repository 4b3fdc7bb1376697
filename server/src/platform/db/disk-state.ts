import { statfs } from 'node:fs/promises'

/** `unknown`: the system does not say, or the database is on a machine of its own. */
export type DiskState = 'enough' | 'full' | 'unknown'

/** Four of the files into which PostgreSQL writes first: with less it stops at any moment. */
const leastBytes = 64 * 1024 * 1024

const stateOf = async (folder: string, least: number): Promise<DiskState> => {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    if (blocks === 0) return 'unknown'
    return bavail * bsize < least ? 'full' : 'enough'
  } catch {
    return 'unknown'
  }
}

/** Whether the disks of these folders can be written on. */
export const diskStateOf = async (folders: readonly string[], least = leastBytes): Promise<DiskState> => {
  const states = await Promise.all(folders.map((folder) => stateOf(folder, least)))
  if (states.includes('full')) return 'full'
  return states.length === 0 || states.includes('unknown') ? 'unknown' : 'enough'
}
