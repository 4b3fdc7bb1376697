import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '#platform/ctx.ts'
import { compareClocks, type HealthCheck, type HealthFinding } from '#platform/health-check.ts'
import { version } from '#platform/version.ts'

const megabyte = 1_000_000
const gigabyte = 1000 * megabyte

export const formatBytes = (bytes: number): string =>
  bytes < gigabyte ? `${Math.round(bytes / megabyte)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`

/** Null: the system does not say how much is free. */
export type DiskRoom = { freeBytes: number; totalBytes: number } | null

/** `holds`: what is kept there, within a sentence. */
export const judgeDisk = (room: DiskRoom, holds: string): HealthFinding => {
  if (room === null)
    return {
      state: 'unknown',
      says: `The system doesn’t say how much room is left for ${holds}.`,
      todo: 'Look at the free disk on the machine yourself now and then.',
    }
  const { freeBytes, totalBytes } = room
  const isScarce = freeBytes < gigabyte || (freeBytes < 10 * gigabyte && freeBytes < totalBytes / 20)
  const says = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} are free for ${holds}.`
  if (!isScarce) return { state: 'well', says }
  return {
    state: freeBytes < 200 * megabyte ? 'wrong' : 'attention',
    says,
    todo: 'Delete what isn’t needed on this disk, such as old backups and logs, or get a larger one. When it is full, nothing can be stored.',
  }
}

const roomOf = async (folder: string): Promise<DiskRoom> => {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    return blocks === 0 ? null : { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}

const findDisk = async ({ setup }: Ctx): Promise<HealthFinding | null> =>
  setup ? judgeDisk(await roomOf(setup.dataDir), 'secrets and files (DATA_DIR)') : null

const findDatabaseDisk = async ({ setup }: Ctx): Promise<HealthFinding | null> =>
  setup?.hasOwnDatabase ? judgeDisk(await roomOf(join(setup.dataDir, 'postgres')), 'the database') : null

/** Half of the way there and back is taken off, so that a slow line is no wrong clock. */
const findClock = async (ctx: Ctx): Promise<HealthFinding> => {
  const asked = ctx.now()
  const { rows } = await ctx.pool.query<{ now: Date }>('select clock_timestamp() as now')
  const answered = ctx.now()
  const ours = new Date((asked.getTime() + answered.getTime()) / 2)
  return compareClocks({ ours, theirs: rows[0]?.now ?? ours, whose: 'its database' })
}

/** When the makers of Node give out no more corrections of a major version (nodejs.org). */
const nodeUntil: Readonly<Record<number, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }

export const judgeSoftware = (facts: { node: string; now: Date }): HealthFinding => {
  const until = nodeUntil[Number.parseInt(facts.node, 10)]
  const isOver = until !== undefined && facts.now >= new Date(until)
  if (!isOver) return { state: 'well', says: `Spacekeeper ${version} runs on Node ${facts.node}.` }
  return {
    state: 'attention',
    says: `Spacekeeper ${version} runs on Node ${facts.node}, which has had no security updates since ${until}.`,
    todo: 'Start the portal with npm start, which brings the right Node along, or install a newer Node.',
  }
}

/** A portal under load takes 300 MB; much more grows without end. */
const muchBytes = 700 * megabyte

export const judgeMemory = (facts: {
  usedBytes: number
  /** Null below a limit: the system counts what it keeps of files there as used. */
  availableBytes: number | null
  /** The memory of the machine, or the limit of the container. */
  totalBytes: number
}): HealthFinding => {
  const { usedBytes, availableBytes, totalBytes } = facts
  const used = `The portal uses ${formatBytes(usedBytes)} of memory, its database not counted.`
  const says =
    availableBytes === null
      ? `${used} Together they may use ${formatBytes(totalBytes)}.`
      : `${used} ${formatBytes(availableBytes)} of ${formatBytes(totalBytes)} are available on the machine.`
  const leftBytes = availableBytes ?? totalBytes - usedBytes
  if (leftBytes < 64 * megabyte || leftBytes < totalBytes / 20)
    return {
      state: leftBytes < 64 * megabyte ? 'wrong' : 'attention',
      says,
      todo: 'End other programs on this machine, or give it more memory. When there is none left, the system ends the portal or its database.',
    }
  if (usedBytes <= muchBytes) return { state: 'well', says }
  return {
    state: 'attention',
    says,
    todo: 'That is more than it needs. Restart the portal at a quiet time, with npm start, which sets its limits.',
  }
}

const findMemory = async (): Promise<HealthFinding> => {
  // In a container its limit counts, where it has one.
  const limit = process.constrainedMemory()
  const isLimited = limit > 0 && limit < totalmem()
  return judgeMemory({
    usedBytes: process.memoryUsage.rss(),
    availableBytes: isLimited ? null : process.availableMemory(),
    totalBytes: isLimited ? limit : totalmem(),
  })
}

const findSoftware = async (ctx: Ctx) => judgeSoftware({ node: process.versions.node, now: ctx.now() })

const shared = { area: 'machine', pace: 'now', timeoutMs: 5000 } as const

export const machineChecks: readonly HealthCheck[] = [
  { ...shared, name: 'machine.software', title: 'Versions', find: findSoftware },
  { ...shared, name: 'machine.memory', title: 'Memory', find: findMemory },
  { ...shared, name: 'machine.disk', title: 'Disk of the portal', find: findDisk },
  { ...shared, name: 'machine.databaseDisk', title: 'Disk of the database', find: findDatabaseDisk },
  { ...shared, name: 'machine.clock', title: 'Clock', find: findClock },
]
