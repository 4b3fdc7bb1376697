import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, readFile, type rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ensureDataDir, syncFolder } from '#platform/db/data-dir.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { lockFolder, lockPortal, moveLockOf } from '#platform/db/portal-lock.ts'
import { embeddedMajor, findBinOf, packageOfMajor } from '#platform/db/postgres-binaries.ts'
import { formerMajors, postgresExists, restoringName, writtenMajor } from '#platform/db/postgres-home.ts'
import { formatBytes } from '../doctor/machine-checks.ts'
import { eraseKeyFolder } from '../votes/secret/box-key.ts'
import { instantInName, type Manifest } from './archive-file.ts'
import { removeCopy } from './backup-folder.ts'
import { connected } from './copy-connection.ts'
import { verifyCopy } from './copy-report.ts'
import { ownNames, Ready, readyPath, stopOrphan, swapPlaces } from './restore.ts'
import type { OpenCopy } from './restored-copy.ts'
import { freeBytes } from './room.ts'
import { exportToFolder, openExport } from './tables/table-folder.ts'
import { importTables } from './tables/table-import.ts'
import { readJson, syncPath, writeWhole } from './whole-file.ts'

// A database that an earlier major version of PostgreSQL wrote is read by its program once more, and put into a new one
// beside it. That takes its place when it is complete and verified; the former one stays until a backup was proven.

const ReadyMajor = Ready.extend({
  to: z.number(),
  /** The state of the former database when it was read. */
  state: z.string(),
})

/** Another one after each start of a server, and after each checkpoint. */
const stateOf = async (dataDir: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(dataDir, 'postgres/global/pg_control')))
    .digest('hex')

export type MajorRequest = {
  dataDir: string
  open: OpenCopy
  log: Logger
  now: Date
  /** Renames, where a test cuts it off. */
  move?: typeof rename
  /** Where a test cuts it off. */
  onStep?: (step: 'exported' | 'filled' | 'imported' | 'ready') => Promise<void> | void
}

const missing = (dataDir: string, { wrote, ours }: { wrote: number; ours: number }): Error =>
  new Error(
    [
      `The database in ${join(dataDir, 'postgres')} was written by PostgreSQL ${wrote}, and this version of the portal comes with PostgreSQL ${ours}. It is brought over by itself once the program of PostgreSQL ${wrote} is on this machine, which it isn’t. Nothing was changed.`,
      `- Install it, and start the portal again: apt-get install postgresql-${wrote}, or the package ${packageOfMajor(wrote)} that came with the version before. It can be removed afterwards.`,
      '- Or start the version of the portal that wrote it, and move the database with export and import (docs/guide/backup.md).',
    ].join('\n'),
  )

/** A new database, its text on the way there, and what PostgreSQL writes as it starts. */
const checkRoom = async (dataDir: string, ownerUrl: string): Promise<void> => {
  const bytes = await connected(ownerUrl, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    )
    return rows[0]?.bytes ?? 0
  })
  const needed = bytes * 2.5 + 300_000_000
  const free = await freeBytes(dataDir)
  if (free !== null && free < needed)
    throw new Error(
      `The disk has too little room: ${formatBytes(free)} are free, and ${formatBytes(needed)} are needed.`,
    )
}

const exportFormer = async ({ dataDir, log, now }: MajorRequest, bin: string): Promise<string> => {
  const folder = join(dataDir, restoringName, 'export')
  const { ownerUrl, close } = await startEmbeddedPostgres({ dataDir, bin, isLocked: true }, log)
  try {
    await checkRoom(dataDir, ownerUrl)
    ensureDataDir(join(dataDir, restoringName))
    // Keys stay in DATA_DIR.
    await exportToFolder(folder, { ownerUrl, madeAt: now, hasSecretKey: false, secretKey: null, isMove: true })
    return folder
  } finally {
    await close()
  }
}

/** Everything of the portal in DATA_DIR but the database, which the copy gets anew. */
const copyFiles = async (dataDir: string): Promise<void> => {
  for (const name of ownNames) {
    const path = join(dataDir, name)
    if (name === 'postgres' || !existsSync(path)) continue
    const target = join(dataDir, restoringName, name)
    if ((await stat(path)).isDirectory()) await cp(path, target, { recursive: true })
    else await copyFile(path, target)
    // The former ones are erased, so a power cut must not take these.
    await syncPath(target)
  }
}

const importFormer = async ({ dataDir, open, log, onStep }: MajorRequest, exported: string): Promise<void> => {
  const folder = join(dataDir, restoringName)
  await copyFiles(dataDir)
  const server = await startEmbeddedPostgres({ dataDir: folder }, log)
  try {
    const source = await openExport(exported)
    await importTables({ ownerUrl: server.ownerUrl, check: () => Promise.resolve(), isMarked: false, log }, source)
    await rm(exported, { recursive: true })
    await onStep?.('filled')
    const { ctx, close } = await open(folder)
    try {
      const { faults } = await verifyCopy(ctx)
      if (faults.length > 0) throw new Error(`What was brought over does not add up:\n${faults.join('\n')}`)
    } finally {
      await close()
    }
  } finally {
    await server.close()
  }
}

/** With keys that stay, former databases would tell for ever who voted how (0089). */
const eraseFormerKeys = async (dataDir: string): Promise<void> => {
  for (const name of formerMajors(dataDir)) await eraseKeyFolder(join(dataDir, name, 'ballot-keys'))
}

/** Puts a copy that is ready in its place, also one of a start that was cut off. */
const finish = async ({ dataDir, log, move }: MajorRequest): Promise<void> => {
  const ready = await readJson(readyPath(dataDir), ReadyMajor.nullable(), null)
  if (ready === null) return
  const copy = join(dataDir, restoringName)
  const isSwapped = !existsSync(join(copy, 'postgres'))
  const isUntouched = !isSwapped && postgresExists(dataDir)
  // An older version of the portal may have worked since, with all that its members did.
  if (isUntouched && (ready.to !== embeddedMajor() || ready.state !== (await stateOf(dataDir)))) {
    log.warn(
      'the copy for a newer PostgreSQL is thrown away, because the database was used since, or the program changed',
    )
    return removeCopy(copy)
  }
  if (!isSwapped) await swapPlaces(dataDir, ready, move)
  await eraseFormerKeys(dataDir)
  await removeCopy(copy)
  log.info({ former: join(dataDir, ready.former) }, 'the database was brought over to the newer PostgreSQL')
}

const bringOver = async (request: MajorRequest): Promise<void> => {
  const { dataDir, log, now, onStep } = request
  await finish(request)
  await eraseFormerKeys(dataDir)
  const wrote = writtenMajor(dataDir)
  const ours = embeddedMajor()
  if (wrote === undefined || wrote >= ours) return
  const bin = findBinOf(wrote)
  if (bin === undefined) throw missing(dataDir, { wrote, ours })
  log.info({ from: wrote, to: ours }, 'bringing the database over to a newer PostgreSQL; this takes some minutes')
  await removeCopy(join(dataDir, restoringName))
  try {
    const exported = await exportFormer(request, bin)
    const state = await stateOf(dataDir)
    await onStep?.('exported')
    await importFormer(request, exported)
    await onStep?.('imported')
    const former = `before-postgresql-${ours}-${instantInName(now)}`
    const names = ownNames.filter((name) => existsSync(join(dataDir, restoringName, name)))
    const ready: z.input<typeof ReadyMajor> = { former, archive: `PostgreSQL ${wrote}`, names, to: ours, state }
    await writeWhole(readyPath(dataDir), JSON.stringify(ready))
    await syncFolder(join(dataDir, restoringName))
  } catch (error) {
    await removeCopy(join(dataDir, restoringName))
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The database could not be brought over from PostgreSQL ${wrote} to ${ours}. Nothing was changed. ${reason}`,
      { cause: error },
    )
  }
  await onStep?.('ready')
  await finish(request)
}

/** No other portal, of whatever version, works with the former database until the newer one is in its place. */
const withPortalLock = async (request: MajorRequest): Promise<void> => {
  const { dataDir } = request
  const lock = await lockPortal(dataDir)
  try {
    await stopOrphan(dataDir)
    await bringOver(request)
  } finally {
    lock.release()
  }
}

/** Brings a database over from an earlier major version. Whenever it is cut off, the next start begins anew or goes on. */
export const bringOverMajor = async (request: MajorRequest): Promise<void> => {
  const { dataDir } = request
  // Commands would begin it, too: the folder has no portal until it is done.
  const lock = await lockFolder({
    ...moveLockOf(dataDir),
    refusal: (pid) =>
      `The process ${pid} is bringing the database in ${dataDir} over to a newer PostgreSQL. Wait until it is done, and try again.`,
  })
  try {
    await withPortalLock(request)
  } finally {
    lock.release()
  }
}

/** When a database was brought over, as the name of its folder says to the second. */
const instantOf = (name: string): Date => {
  const [day, time = ''] = name.replace(/^before-postgresql-\d+-/, '').split('T')
  return new Date(`${day}T${time.replaceAll('-', ':')}`)
}

/** Once a backup of the newer database was proven, the former ones only take room, and keep what members had erased. */
export const removeFormerMajors = async (
  { dataDir, log }: { dataDir: string; log: Logger },
  proven: Pick<Manifest, 'form' | 'madeAt' | 'postgres'>,
): Promise<void> => {
  // A backup of a database elsewhere, or of before, proves nothing of this one.
  if (proven.form !== 'files' || proven.postgres !== writtenMajor(dataDir)) return
  for (const name of formerMajors(dataDir)) {
    if (!(instantOf(name) < new Date(proven.madeAt))) continue
    const folder = join(dataDir, name)
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.error({ err: error, folder }, 'the former database could not be deleted'),
    )
  }
}
