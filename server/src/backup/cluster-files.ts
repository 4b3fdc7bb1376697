import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#platform/db/has-code.ts'

/** Folders that PostgreSQL fills anew when it starts, so that they are copied empty. */
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const leftOut =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label(\.old)?|tablespace_map(\.old)?|pgsql_tmp.*|.*\.tmp|t\d+_\d+.*)$/

/** This file decides which parts of the whole are still being copied, so it goes last. */
const controlFile = 'global/pg_control'

/** `name`: below the folder of the cluster. */
export type ClusterEntry = { name: string; isFolder: boolean }

async function* walk(root: string, name: string): AsyncGenerator<ClusterEntry> {
  for (const entry of await readdir(join(root, name), { withFileTypes: true })) {
    const path = name === '' ? entry.name : `${name}/${entry.name}`
    if (leftOut.test(entry.name) || path === controlFile) continue
    if (entry.isSymbolicLink()) throw new Error(`${path} leads to another disk, which backups don’t follow.`)
    yield { name: path, isFolder: entry.isDirectory() }
    if (entry.isDirectory() && !emptied.has(entry.name)) yield* walk(root, path)
  }
}

/** Every folder and file of a running cluster that belongs into a copy of it; its log of changes comes apart. */
export async function* clusterEntries(root: string): AsyncGenerator<ClusterEntry> {
  yield* walk(root, '')
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries']) yield { name, isFolder: true }
  yield { name: controlFile, isFolder: false }
}

/** Undefined for a file that was deleted since it was listed: its table is gone, or has another file. */
export const openListed = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const chunkBytes = 256 * 1024

/** Exactly so many bytes: what was added since is cut, what was cut is filled up. The log of changes puts both right. */
export async function* readExactly(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  while (left > 0) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, left))
    const { bytesRead } = await file.read(chunk, 0, chunk.length)
    const taken = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead)
    left -= taken.length
    yield taken
  }
}
