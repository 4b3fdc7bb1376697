import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Ctx, ProcessSetup } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { findSuperuserUrl } from '#platform/db/embedded-postgres.ts'
import { screens } from '#platform/live/screens.ts'
import { readManifest } from './archive-file.ts'
import { type BackedUpDatabase, type MadeArchive, makeArchive } from './archive-writer.ts'
import {
  backupFolder,
  copiedTo,
  listArchives,
  lockBackups,
  noteOutcomes,
  noteRunning,
  type CopyOutcome,
  readOutcomes,
  removeDrafts,
  type BackupRunning,
} from './backup-folder.ts'
import { type CopyStore, copyErased, listCopies, withinLimit } from './copies/copy-store.ts'
import { folderStore } from './copies/folder-store.ts'
import { claimPlace } from './copies/place-owner.ts'
import { openStore, placesOf, type SetPlace } from './copies/stores.ts'
import { explainDisk } from './disk-words.ts'
import { forgetErased } from './erased-accounts.ts'
import { currentKey } from './keys.ts'
import { removeFormerMajors } from './newer-major.ts'
import { proveArchive } from './proof.ts'
import type { OpenCopy } from './restored-copy.ts'
import { freeBytes } from './room.ts'
import { thinOut } from './rules.ts'

export type BackupOrder = {
  /** A folder elsewhere beside that of the settings. */
  to: string | undefined
  /** Whether the archive is restored for a try as well. */
  isProven: boolean
  open: OpenCopy
  log: Logger
}

export type BackupResult = {
  name: string
  bytes: number
  /** Where copies are. */
  copies: string[]
  /** Failures after the archive was made. */
  problems: string[]
}

/** How the process was started; throws where it was started without a folder for its data, as in some tests. */
export const ownSetup = ({ setup }: Pick<Ctx, 'setup'>): ProcessSetup => {
  if (!setup) throw new Error('This process of the portal was started without a folder for backups.')
  return setup
}

/** The database as it is backed up; throws where that of the portal does not run. */
export const backedUp = ({ dataDir, databaseUrl }: Pick<ProcessSetup, 'dataDir' | 'databaseUrl'>): BackedUpDatabase => {
  if (databaseUrl !== undefined) return { ownerUrl: databaseUrl }
  const superuserUrl = findSuperuserUrl(dataDir)
  if (superuserUrl === undefined) throw new Error('The database of the portal does not run.')
  return { superuserUrl }
}

export const backupsChanged = screens.notice({ topic: 'backup', audience: 'admins' })

const told = (ctx: Ctx): Promise<void> =>
  record(ctx, () => Promise.resolve({ result: undefined, tell: [backupsChanged] }))

/** Open pages are told no more often. */
const tellMs = 1000

/** Says what is being done, on open pages too. */
const follow = (ctx: Ctx, dataDir: string) => {
  const startedAt = ctx.now().toISOString()
  let toldAt = 0
  return async (step: BackupRunning['step'], bytes = 0): Promise<void> => {
    if (bytes > 0 && performance.now() - toldAt < tellMs) return
    toldAt = performance.now()
    await noteRunning(dataDir, { step, startedAt, bytes })
    await told(ctx)
  }
}

/** A database stops where its disk is full, so so much always stays free. */
const spareBytes = 256 * 1024 * 1024

/** Expects an archive as large as the last one and a half; half of the database where there is none. */
export const checkSpace = async (pool: Ctx['pool'], dataDir: string): Promise<void> => {
  const folder = backupFolder(dataDir)
  const [last] = await listArchives(folder)
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  const expected = last ? last.bytes * 1.5 : (rows[0]?.bytes ?? 0) / 2
  const free = await freeBytes(folder)
  if (free !== null && free < expected + spareBytes)
    throw new Error(
      'The disk of DATA_DIR has too little room for another backup. Delete what isn’t needed on it, or get a larger one.',
    )
}

const make = async (ctx: Ctx, setup: ProcessSetup, step: ReturnType<typeof follow>): Promise<MadeArchive> => {
  const { dataDir, isSecretKeySet } = setup
  await checkSpace(ctx.pool, dataDir)
  const made = await makeArchive({
    dataDir,
    folder: backupFolder(dataDir),
    database: backedUp(setup),
    key: await currentKey(dataDir),
    hasSecretKey: !isSecretKeySet,
    now: ctx.now(),
    progress: (bytes) => void step('making', bytes).catch(() => undefined),
  })
  const { name, bytes } = made
  await change(ctx, 'backup.made', () =>
    Promise.resolve({ result: undefined, data: { name, bytes }, tell: [backupsChanged] }),
  )
  return made
}

/** Those that are kept for more than their age. */
type KeptArchives = { proven: ReadonlySet<string>; beforeUpdate: string | null }

/** Chooses the archives that are no longer kept, and says when the oldest of the others was made. */
const chooseKept = async (ctx: Ctx, archives: readonly { name: string; at: Date }[], kept: KeptArchives) => {
  const settings = await ctx.settings.all()
  const keep = {
    daily: settings.BACKUP_KEEP_DAILY,
    weekly: settings.BACKUP_KEEP_WEEKLY,
    monthly: settings.BACKUP_KEEP_MONTHLY,
  }
  const gone = new Set(thinOut(archives, { keep, ...kept }))
  return { gone, oldest: archives.findLast(({ name }) => !gone.has(name))?.at }
}

/** Deletes what is no longer kept here, and forgets what none of the rest needs. */
const thin = async (ctx: Ctx, folder: string, kept: KeptArchives): Promise<void> => {
  const { gone, oldest } = await chooseKept(ctx, await listArchives(folder), kept)
  for (const name of gone) await rm(join(folder, name), { force: true })
  await forgetErased(folder, oldest)
}

const needsKey =
  'Copies elsewhere are encrypted, and there is no key yet. Make one on the page of backups, or with npm run cli -- backup key. If copies may be readable for all who find them, allow that in the settings.'

type CopyOrder = { made: MadeArchive; dataDir: string; kept: KeptArchives }

/** The next backup is not held up by a place that takes for ever. */
const placeMs = 12 * 60 * 60 * 1000

const copyInto = async (ctx: Ctx, store: CopyStore, { made, dataDir, kept }: CopyOrder): Promise<void> => {
  const folder = backupFolder(dataDir)
  await claimPlace(ctx, store, { folder })
  await store.put(join(folder, made.name), made.name)
  const { gone, oldest } = await chooseKept(ctx, await listCopies(store), kept)
  for (const name of gone) await store.remove(name)
  await copyErased(folder, store, oldest)
}

/** Copies an archive to a place elsewhere and keeps as many there as here; why that failed, or null. */
const copy = async (ctx: Ctx, opening: Promise<CopyStore>, order: CopyOrder): Promise<string | null> => {
  let store: CopyStore | undefined
  try {
    if (order.made.manifest.key === null && !(await ctx.settings.get('BACKUP_COPY_IN_CLEAR'))) return needsKey
    store = await opening
    await withinLimit(placeMs, copyInto(ctx, store, order))
    return null
  } catch (error) {
    return store?.explain(error) ?? explainDisk(error)
  } finally {
    await store?.close()
  }
}

/** Stands until a copy has ended: one that was killed says nothing more. */
const notEnded = 'It was begun, and has not ended.'

/** Copies an archive everywhere. What fails in one place is no reason to leave out another. */
const copyEverywhere = async (ctx: Ctx, order: CopyOrder, to: string | undefined) => {
  const settings = await ctx.settings.all()
  const { dataDir } = order
  const copies: string[] = []
  const problems: string[] = []
  const note = (where: string, fault: string | null) =>
    void (fault === null ? copies.push(where) : problems.push(`It was not copied to ${where}: ${fault}`))
  const copyTo = async ({ place, where }: SetPlace): Promise<void> => {
    const { copies: known } = await readOutcomes(dataDir)
    const archive = copiedTo({ copies: known }, { place, where })?.archive ?? null
    const noteCopy = (outcome: Pick<CopyOutcome, 'fault' | 'archive'>) =>
      noteOutcomes(dataDir, { copies: { ...known, [place]: { at: ctx.now().toISOString(), where, ...outcome } } })
    await noteCopy({ fault: notEnded, archive })
    const fault = await copy(ctx, openStore(place, settings, { dataDir }), order)
    await noteCopy({ fault, archive: fault === null ? order.made.name : archive })
    note(where, fault)
  }
  for (const place of placesOf(settings)) await copyTo(place)
  if (to !== undefined && to !== settings.BACKUP_FOLDER)
    note(to, await copy(ctx, Promise.resolve(folderStore(to, dataDir)), order))
  return { copies, problems }
}

const prove = async (ctx: Ctx, { name, dataDir, open, log }: { name: string; dataDir: string } & BackupOrder) => {
  const startedAt = performance.now()
  const fault = await proveArchive({ dataDir, name, open, log }).then(() => null, explainDisk)
  const ms = Math.round(performance.now() - startedAt)
  const { proofs } = await readOutcomes(dataDir)
  await noteOutcomes(dataDir, { proofs: { ...proofs, [name]: { at: ctx.now().toISOString(), fault, ms } } })
  if (fault === null && ownSetup(ctx).hasOwnDatabase)
    await removeFormerMajors({ dataDir, log }, await readManifest(join(backupFolder(dataDir), name)))
  return fault
}

/** Holds the lock of backups while something is done with them; what was left by runs that were killed is gone by then. */
const locked = async <T>(ctx: Ctx, dataDir: string, run: () => Promise<T>): Promise<T> => {
  const lock = await lockBackups(dataDir)
  try {
    await removeDrafts(dataDir)
    return await run()
  } finally {
    await noteRunning(dataDir, null)
    lock.release()
    await told(ctx)
  }
}

/** Makes an archive, thins out the older ones, copies it elsewhere and tries to restore it. */
export const runBackup = async (ctx: Ctx, order: BackupOrder): Promise<BackupResult> => {
  const setup = ownSetup(ctx)
  const { dataDir } = setup
  const step = follow(ctx, dataDir)
  const outcome = (fault: string | null) => ({ at: ctx.now().toISOString(), fault })
  return locked(ctx, dataDir, async () => {
    await step('making')
    const made = await make(ctx, setup, step).catch(async (error: unknown): Promise<never> => {
      const fault = explainDisk(error)
      await noteOutcomes(dataDir, { made: outcome(fault) })
      throw new Error(`No backup was made in ${backupFolder(dataDir)}: ${fault}`, { cause: error })
    })
    await noteOutcomes(dataDir, { made: outcome(null) })
    const { proofs, beforeUpdate } = await readOutcomes(dataDir)
    const proven = new Set(Object.keys(proofs).filter((name) => proofs[name]?.fault === null))
    const kept = { proven, beforeUpdate: beforeUpdate?.name ?? null }
    await thin(ctx, backupFolder(dataDir), kept)
    await step('copying')
    const { copies, problems } = await copyEverywhere(ctx, { made, dataDir, kept }, order.to)
    if (order.isProven) {
      await step('proving')
      const fault = await prove(ctx, { ...order, name: made.name, dataDir })
      if (fault !== null) problems.push(`It was restored for a try, and that failed: ${fault}`)
    }
    return { name: made.name, bytes: made.bytes, copies, problems }
  })
}

/** Tries to restore an archive that is kept here; throws what is wrong with it. */
export const runProof = async (ctx: Ctx, input: { name: string } & BackupOrder): Promise<void> => {
  const { dataDir } = ownSetup(ctx)
  const step = follow(ctx, dataDir)
  await locked(ctx, dataDir, async () => {
    await step('proving')
    const fault = await prove(ctx, { ...input, dataDir })
    if (fault !== null) throw new Error(fault)
  })
}
