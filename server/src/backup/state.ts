import { createReadStream } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupArchive, BackupState, CopyPlace } from '@spacekeeper/contract/backup/routes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import {
  backupFolder,
  copiedTo,
  findRunning,
  isBackupRunning,
  listArchives,
  paceOf,
  readOutcomes,
} from './backup-folder.ts'
import { backupsChanged } from './backup-run.ts'
import { type CopyStore, failedPlaceTest, tryStore } from './copies/copy-store.ts'
import { claimPlace, TakenPlace } from './copies/place-owner.ts'
import { openStore, placesOf } from './copies/stores.ts'
import { backUpNow } from './jobs.ts'
import { createKey, listBackupKeys, typeKey } from './keys.ts'
import { freeBytes } from './room.ts'

const nothing = {
  archives: [],
  running: null,
  made: null,
  key: null,
  freeBytes: null,
  proofs: 'nightly',
} as const satisfies Partial<BackupState>

/** Throws where the process was started without one, as in tests. */
const neededDataDir = ({ setup }: Pick<Ctx, 'setup'>): string => {
  if (!setup) throw new AppError('backupFolderMissing')
  return setup.dataDir
}

const archivesOf = async (dataDir: string, proofs: Readonly<Record<string, BackupArchive['proven']>>) =>
  (await listArchives(backupFolder(dataDir))).map(({ name, at, bytes, manifest, fault }): BackupArchive => ({
    name,
    madeAt: at.toISOString(),
    bytes,
    version: manifest?.version ?? null,
    fault,
    keyId: manifest?.key?.id ?? null,
    proven: proofs[name] ?? null,
  }))

/** A backup that was asked for, and has not begun. */
const findWaiting = async (ctx: Ctx): Promise<BackupState['running']> => {
  const [row] = await readRows(
    ctx,
    sql<{ at: Date }>`select created_at as at from graphile_worker.jobs
      where key = ${backUpNow.name}::text and (attempts < max_attempts or locked_at is not null)`,
  )
  return row ? { step: 'waiting', startedAt: row.at.toISOString(), bytes: 0 } : null
}

/** The page of backups, as administrators see it. */
export const getBackups = async (ctx: Ctx): Promise<BackupState> => {
  const settings = await ctx.settings.all()
  const set = { isNightly: settings.BACKUP_NIGHTLY, allowsClear: settings.BACKUP_COPY_IN_CLEAR }
  const places = placesOf(settings)
  if (!ctx.setup) return { ...nothing, ...set, places: places.map((place) => ({ ...place, copied: null })) }
  const { dataDir } = ctx.setup
  const [outcomes, running, keys] = await Promise.all([
    readOutcomes(dataDir),
    findRunning(dataDir),
    listBackupKeys(dataDir),
  ])
  const key = keys.at(-1)
  return {
    ...set,
    archives: await archivesOf(dataDir, outcomes.proofs),
    running: running ?? (await findWaiting(ctx)),
    made: outcomes.made,
    proofs: paceOf(ctx.setup, outcomes),
    key: key ? { id: key.id, madeAt: key.madeAt, typedAt: key.typedAt } : null,
    places: places.map((one) => ({ ...one, copied: copiedTo(outcomes, one) })),
    freeBytes: await freeBytes(dataDir),
  }
}

/** Asks for a backup, which a job makes. */
export const startBackup = async (ctx: Ctx): Promise<void> => {
  if (isBackupRunning(neededDataDir(ctx))) throw new AppError('backupRunning')
  await change(ctx, 'backup.started', async (work) => {
    await addJob(work, backUpNow, {}, { key: backUpNow.name, maxAttempts: 1 })
    return { result: undefined, tell: [backupsChanged] }
  })
}

const pathOf = async (ctx: Ctx, name: string): Promise<string> => {
  const path = join(backupFolder(neededDataDir(ctx)), name)
  await access(path).catch((): never => {
    throw new AppError('notFound')
  })
  return path
}

export const removeArchive = async (ctx: Ctx, name: string): Promise<void> => {
  const path = await pathOf(ctx, name)
  if (isBackupRunning(neededDataDir(ctx))) throw new AppError('backupRunning')
  await change(ctx, 'backup.removed', async () => {
    await rm(path)
    return { result: undefined, data: { name }, tell: [backupsChanged] }
  })
}

export const downloadArchive = async (ctx: Ctx, name: string): Promise<File> => {
  const path = await pathOf(ctx, name)
  await change(ctx, 'backup.downloaded', () => Promise.resolve({ result: undefined, data: { name } }))
  return { name, mediaType: 'application/octet-stream', content: createReadStream(path) }
}

/** Makes a key and shows its code this once. */
export const makeBackupKey = (ctx: Ctx): Promise<{ id: string; code: string }> => {
  const dataDir = neededDataDir(ctx)
  return change(ctx, 'backup.keyMade', async ({ now }) => {
    const { id, code } = await createKey(dataDir, now)
    return { result: { id, code }, data: { name: id }, tell: [backupsChanged] }
  })
}

/** Notes that the code of the newest key is on paper. */
export const typeBackupKey = (ctx: Ctx, code: string): Promise<void> => {
  const dataDir = neededDataDir(ctx)
  return change(ctx, 'backup.keyTyped', async ({ now }) => {
    const key = await typeKey(dataDir, code, now)
    if (key === null)
      throw badField('code', 'That isn’t the code of the newest key. Look at your paper again, letter by letter.')
    return { result: undefined, data: { name: key.id }, tell: [backupsChanged] }
  })
}

type AtPlace = { dataDir: string; folder: string; where: string }

/** Does something at a place that is set. */
const atPlace = async <T>(
  ctx: Ctx,
  place: CopyPlace,
  run: (store: CopyStore, at: AtPlace) => Promise<T>,
): Promise<T> => {
  const dataDir = neededDataDir(ctx)
  const settings = await ctx.settings.all()
  const where = placesOf(settings).find((one) => one.place === place)?.where
  if (where === undefined) throw new AppError('notFound')
  const folder = backupFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = await openStore(place, settings, { dataDir })
  try {
    return await run(store, { dataDir, folder, where })
  } finally {
    await store.close()
  }
}

/** Whether copies can be written to a place that is set. */
export const testPlace = (ctx: Ctx, place: CopyPlace) =>
  atPlace(ctx, place, async (store, { dataDir, folder }) => {
    const { taken, result } = await claimPlace(ctx, store, { folder }).then(
      async () => ({ taken: false, result: await tryStore(store, dataDir) }),
      (error: unknown) => ({ taken: error instanceof TakenPlace, result: failedPlaceTest(store, error) }),
    )
    return { ...result, isTaken: taken }
  })

/** Makes a place that of this portal, which replaces the one whose copies are there. */
export const takePlace = (ctx: Ctx, place: CopyPlace): Promise<void> =>
  atPlace(ctx, place, async (store, { folder, where }) => {
    await claimPlace(ctx, store, { folder, takesOver: true }).catch((error: unknown): never => {
      throw badField('place', store.explain(error))
    })
    await change(ctx, 'backup.placeTaken', () =>
      Promise.resolve({ result: undefined, data: { name: where }, tell: [backupsChanged] }),
    )
  })
