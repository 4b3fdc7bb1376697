import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Ctx } from '#platform/ctx.ts'
import type { DatabaseUpdate } from '#platform/db/migrate.ts'
import { hasEmbeddedPostgres } from '#platform/db/postgres-binaries.ts'
import { version } from '#platform/version.ts'
import { makeArchive } from './archive-writer.ts'
import { backupFolder, lockBackups, noteOutcomes, readOutcomes, removeDrafts } from './backup-folder.ts'
import { backedUp, checkSpace } from './backup-run.ts'
import { explainDisk } from './disk-words.ts'
import { currentKey } from './keys.ts'
import { proveArchive } from './proof.ts'
import type { OpenCopy } from './restored-copy.ts'

export type BackupBeforeUpdate = {
  /** As the process was started. */
  config: { dataDir: string; databaseUrl: string | undefined; secretKey: Buffer | undefined }
  pool: Ctx['pool']
  update: DatabaseUpdate
  /** Brings a copy up to date, as the database is about to be. */
  open: OpenCopy
  log: Logger
  now: Date
}

const refusal = (reason: string, cause?: unknown): Error =>
  new Error(
    [
      `Spacekeeper ${version} has to change the database before it starts, and does not do so without a backup. Nothing was changed.`,
      reason,
      'If you have made a backup yourself, start once with UPGRADE_BACKUP=elsewhere (docs/guide/upgrade.md).',
    ].join('\n'),
    { cause },
  )

/** A service is started again every few seconds: the same change is not tried again and again. */
const restMs = 3_600_000

const checkRested = async (dataDir: string, { update, now }: Pick<BackupBeforeUpdate, 'update' | 'now'>) => {
  const { failedUpdate: before } = await readOutcomes(dataDir)
  if (before?.name !== update.name) return
  const again = new Date(Date.parse(before.at) + restMs)
  if (now < again) throw new Error(`${before.fault}\nIt is tried again after ${again.toISOString()}.`)
}

/** The change is tried on the copy first, so one that fails there never touches the database. */
const makeAndTry = async ({ config, pool, update, open, log, now }: BackupBeforeUpdate): Promise<string> => {
  const { dataDir, secretKey } = config
  const database = backedUp(config)
  if ('ownerUrl' in database && !hasEmbeddedPostgres())
    throw new Error('There is no PostgreSQL of the portal’s own for this machine, in which the change could be tried.')
  await checkRested(dataDir, { update, now })
  await checkSpace(pool, dataDir)
  const { name } = await makeArchive({
    dataDir,
    folder: backupFolder(dataDir),
    database,
    key: await currentKey(dataDir),
    hasSecretKey: secretKey === undefined,
    ...(update.from !== null && { version: update.from }),
    now,
  })
  try {
    await proveArchive({ dataDir, name, open, log })
  } catch (error) {
    // A service that starts again and again would fill the disk with them.
    await rm(join(backupFolder(dataDir), name), { force: true })
    const fault = `It was tried on a copy of the database, and that failed: ${explainDisk(error)}`
    await noteOutcomes(dataDir, { failedUpdate: { name: update.name, at: now.toISOString(), fault } })
    throw new Error(fault, { cause: error })
  }
  const { proofs, beforeUpdate } = await readOutcomes(dataDir)
  const outcome = { at: now.toISOString(), fault: null }
  await noteOutcomes(dataDir, {
    made: outcome,
    proofs: { ...proofs, [name]: outcome },
    beforeUpdate: { name, last: update.last },
  })
  // An update that fails again and again would fill the disk, too.
  if (beforeUpdate?.last === update.last && beforeUpdate.name !== name)
    await rm(join(backupFolder(dataDir), beforeUpdate.name), { force: true })
  return name
}

/** Before a newer version changes a database that is in use: a backup of it, and the change tried on that. Or an error. */
export const backUpBeforeUpdate = async (input: BackupBeforeUpdate): Promise<void> => {
  const { config, log, update } = input
  const { dataDir } = config
  log.info({ from: update.from, last: update.last }, 'the database is backed up before it is brought up to date')
  const lock = await lockBackups(dataDir).catch((error: unknown): never => {
    throw refusal(explainDisk(error), error)
  })
  try {
    await removeDrafts(dataDir)
    const name = await makeAndTry(input)
    log.info({ name }, 'the backup was made, and the update was tried on it')
  } catch (error) {
    throw refusal(explainDisk(error), error)
  } finally {
    lock.release()
  }
}
