import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#platform/ctx.ts'
import { formerMajors } from '#platform/db/postgres-home.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { formatBytes } from '../doctor/machine-checks.ts'
import { backupFolder, listArchives } from './backup-folder.ts'
import { freeBytes } from './room.ts'

const gigabyte = 1_000_000_000
/** PostgreSQL keeps half of it, and for a moment more after much was written. */
const mostWalBytes = 1.5 * gigabyte

export type DiskGrowth = {
  /** Null where the system doesn't say. */
  free: number | null
  /** Archives that are there, the newest of them, and how many there will be. */
  backups: { bytes: number; newest: number; willKeep: number }
  /** Write-ahead log, where the database is the portal's own. */
  wal: number | null
  /** Databases that were brought over to a newer PostgreSQL; null where none is left. */
  former: number | null
}

/** Says what takes room on the disk of DATA_DIR, and whether what is still to come finds any. */
export const judgeGrowth = ({ free, backups, wal, former }: DiskGrowth): HealthFinding => {
  const log = wal === null ? '' : ` The database’s log of changes (WAL) takes ${formatBytes(wal)}.`
  const left =
    former === null
      ? ''
      : ` The database of the earlier PostgreSQL takes ${formatBytes(former)}, until a backup was restored for a try.`
  if (wal !== null && wal > mostWalBytes)
    return {
      state: 'attention',
      says: `The database’s log of changes (WAL) takes ${formatBytes(wal)}, more than a portal needs.`,
      todo: 'Restart the portal at a quiet time. If it is as large a day later, the file postgres.log in DATA_DIR says why.',
    }
  const atLast = Math.max(backups.bytes, backups.newest * backups.willKeep)
  if (free !== null && atLast - backups.bytes > free)
    return {
      state: 'attention',
      says: `Backups take ${formatBytes(backups.bytes)} and will take about ${formatBytes(atLast)}, and only ${formatBytes(free)} are free.${left}`,
      todo: 'Keep fewer of them, or put DATA_DIR on a larger disk. When the disk is full, nothing can be stored.',
      to: '/manage/settings#BACKUP_KEEP_DAILY',
    }
  const most = atLast > backups.bytes ? `, and about ${formatBytes(atLast)} at most` : ''
  return { state: 'well', says: `Backups take ${formatBytes(backups.bytes)}${most}.${log}${left}` }
}

/** Counts the files in a folder and those below it; null where it can't be read. */
const bytesIn = async (folder: string): Promise<number | null> => {
  try {
    const names = await readdir(folder, { recursive: true })
    // One that is taken away meanwhile counts for nothing.
    const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
    return files.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
  } catch {
    return null
  }
}

const bytesOfFormer = async (dataDir: string): Promise<number | null> => {
  const sizes = await Promise.all(formerMajors(dataDir).map((name) => bytesIn(join(dataDir, name))))
  const known = sizes.filter((size) => size !== null)
  return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0)
}

const findGrowth = async ({ setup, settings }: Ctx): Promise<HealthFinding | null> => {
  if (!setup) return null
  const { dataDir, hasOwnDatabase } = setup
  const [archives, kept, free, wal, former] = await Promise.all([
    listArchives(backupFolder(dataDir)),
    settings.all(),
    freeBytes(dataDir),
    hasOwnDatabase ? bytesIn(join(dataDir, 'postgres/pg_wal')) : null,
    bytesOfFormer(dataDir),
  ])
  const willKeep = kept.BACKUP_NIGHTLY
    ? kept.BACKUP_KEEP_DAILY + kept.BACKUP_KEEP_WEEKLY + kept.BACKUP_KEEP_MONTHLY
    : archives.length
  const bytes = archives.reduce((sum, archive) => sum + archive.bytes, 0)
  return judgeGrowth({ free, backups: { bytes, newest: archives[0]?.bytes ?? 0, willKeep }, wal, former })
}

export const growthCheck: HealthCheck = {
  name: 'backup.growth',
  area: 'machine',
  title: 'What fills the disk',
  pace: 'now',
  timeoutMs: 5000,
  find: findGrowth,
}
