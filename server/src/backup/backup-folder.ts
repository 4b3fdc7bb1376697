import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { CopyPlace, type ProofPace } from '@spacekeeper/contract/backup/routes.ts'
import { z } from 'zod'
import type { ProcessSetup } from '#platform/ctx.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { lockFolder, lockHolder, type PortalLock } from '#platform/db/portal-lock.ts'
import { hasEmbeddedPostgres } from '#platform/db/postgres-binaries.ts'
import { postgresExists, restoringName } from '#platform/db/postgres-home.ts'
import { findPostmaster, stopPostmaster } from '#platform/db/postmaster-file.ts'
import { isArchiveName, type Manifest, readManifest } from './archive-file.ts'
import { proofPace } from './rules.ts'
import { readJson, writeWhole } from './whole-file.ts'

/** Where archives are made, and where copies elsewhere come from. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Where an archive is opened to prove it. */
export const provingFolder = (dataDir: string): string => join(dataDir, 'proving')

const lockOf = (folder: string) => ({ path: join(folder, 'backup.lock'), folder })

/** Nothing else makes, proves or removes archives while it is held. */
export const lockBackups = async (dataDir: string): Promise<PortalLock> => {
  const folder = backupFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return lockFolder({
    ...lockOf(folder),
    refusal: (pid) => `A backup is being made or tried already (process ${pid}). Wait until it is done.`,
  })
}

export const isBackupRunning = (dataDir: string): boolean => {
  const folder = backupFolder(dataDir)
  return existsSync(folder) && lockHolder(lockOf(folder)) !== undefined
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })

/** Stops what still runs in a copy that was opened, and throws the copy away. */
export const removeCopy = async (folder: string): Promise<void> => {
  const running = findPostmaster(join(folder, 'postgres'))
  if (running) await stopPostmaster(running.pid)
  await rm(folder, { recursive: true, force: true })
}

/** A backup that is uploaded to an empty portal. */
export const uploadedName = 'uploaded.draft'

/** An upload that nothing was added to for so long was given up. */
const youngMs = 60 * 60 * 1000

const isYoung = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < youngMs
}

/** Throws away what runs that were killed have left behind. The lock is held. */
export const removeDrafts = async (dataDir: string): Promise<void> => {
  const folder = backupFolder(dataDir)
  const isUploading = await isYoung(join(folder, uploadedName))
  const drafts = (await namesIn(folder)).filter(
    (name) => name.endsWith('.draft') && !(isUploading && name === uploadedName),
  )
  for (const name of drafts) await rm(join(folder, name), { force: true })
  await removeCopy(provingFolder(dataDir))
  // Without a database beside it, or once it is ready for the next start, it is a restore that has to be finished.
  if (postgresExists(dataDir) && !existsSync(join(dataDir, restoringName, 'ready.json')))
    await removeCopy(join(dataDir, restoringName))
}

/** `manifest`: null where the file can't be read, and `fault` says why. */
export type KeptArchive = {
  name: string
  bytes: number
  at: Date
  manifest: Manifest | null
  fault: string | null
}

const look = async (folder: string, name: string): Promise<KeptArchive> => {
  const path = join(folder, name)
  const { size, mtime } = await stat(path)
  try {
    const manifest = await readManifest(path)
    return { name, bytes: size, at: new Date(manifest.madeAt), manifest, fault: null }
  } catch (error) {
    return {
      name,
      bytes: size,
      at: mtime,
      manifest: null,
      fault: error instanceof Error ? error.message : String(error),
    }
  }
}

/** The archives of a folder, the newest first. */
export const listArchives = async (folder: string): Promise<KeptArchive[]> => {
  const names = (await namesIn(folder)).filter(isArchiveName).toSorted().toReversed()
  return Promise.all(names.map((name) => look(folder, name)))
}

const Outcome = z.object({ at: z.iso.datetime(), fault: z.string().nullable() })

/** How the last copy to a place ended, and the last archive that is there. */
const CopyOutcome = Outcome.extend({ where: z.string(), archive: z.string().nullable() })

export type CopyOutcome = z.infer<typeof CopyOutcome>

/** How the last of each ended: kept beside the archives, because a database that is restored knows nothing of it. */
const Outcomes = z.object({
  /** By archive: when it was restored for a try. */
  proofs: z.record(z.string(), Outcome.extend({ ms: z.number().optional() })).default({}),
  made: Outcome.nullable().default(null),
  /** The last copy to each place. */
  copies: z.partialRecord(CopyPlace, CopyOutcome).default({}),
  /** The archive that was made before the last update, and the last migration it has. */
  beforeUpdate: z.object({ name: z.string(), last: z.string() }).nullable().default(null),
  /** The last update that failed on a copy, and what it said. */
  failedUpdate: z.object({ name: z.string(), at: z.iso.datetime(), fault: z.string() }).nullable().default(null),
})

export type BackupOutcomes = z.infer<typeof Outcomes>

const outcomesPath = (dataDir: string) => join(backupFolder(dataDir), 'outcomes.json')

export const readOutcomes = (dataDir: string): Promise<BackupOutcomes> =>
  readJson(outcomesPath(dataDir), Outcomes, {
    proofs: {},
    made: null,
    copies: {},
    beforeUpdate: null,
    failedUpdate: null,
  })

/** How the last copy went to a place as it is set now; null where another one was set then. */
export const copiedTo = (
  { copies }: Pick<BackupOutcomes, 'copies'>,
  { place, where }: { place: CopyPlace; where: string },
): CopyOutcome | null => {
  const known = copies[place]
  return known?.where === where ? known : null
}

/** The last try of all that there were. */
export const lastProof = <T extends { at: string }>(proofs: Readonly<Record<string, T>>): T | undefined =>
  Object.values(proofs)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1)

/** How often backups are tried on this machine. */
export const paceOf = (setup: Pick<ProcessSetup, 'hasOwnDatabase'>, { proofs }: BackupOutcomes): ProofPace =>
  proofPace({
    canProve: setup.hasOwnDatabase || hasEmbeddedPostgres(),
    // A container may have less than its machine.
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
    tookMs: lastProof(proofs)?.ms,
  })

/** The lock is held. What is said of archives that are gone goes with them. */
export const noteOutcomes = async (dataDir: string, change: Partial<BackupOutcomes>): Promise<void> => {
  const known = { ...(await readOutcomes(dataDir)), ...change }
  const names = new Set((await namesIn(backupFolder(dataDir))).filter(isArchiveName))
  const proofs = Object.fromEntries(Object.entries(known.proofs).filter(([name]) => names.has(name)))
  await writeWhole(outcomesPath(dataDir), JSON.stringify({ ...known, proofs }))
}

const Running = z.object({
  step: z.enum(['making', 'copying', 'proving']),
  startedAt: z.iso.datetime(),
  bytes: z.number(),
})

export type BackupRunning = z.infer<typeof Running>

const runningPath = (dataDir: string) => join(backupFolder(dataDir), 'running.json')

export const noteRunning = (dataDir: string, running: BackupRunning | null): Promise<void> =>
  running === null
    ? rm(runningPath(dataDir), { force: true })
    : writeWhole(runningPath(dataDir), JSON.stringify(running))

/** Finds the run that goes on right now; null where none does. */
export const findRunning = async (dataDir: string): Promise<BackupRunning | null> =>
  isBackupRunning(dataDir) ? readJson(runningPath(dataDir), Running.nullable(), null) : null
