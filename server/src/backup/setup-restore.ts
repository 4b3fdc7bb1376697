import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { RestoreState } from '@spacekeeper/contract/backup/routes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { restoringName } from '#platform/db/postgres-home.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { isSetupUsable } from '../auth/first-administrator.ts'
import { formatBytes } from '../doctor/machine-checks.ts'
import { checkReadable } from './archive-contents.ts'
import { ArchiveProblem, nameOfArchive, readManifest } from './archive-file.ts'
import { backupFolder, removeCopy } from './backup-folder.ts'
import { explainDisk } from './disk-words.ts'
import { idOfCode, readKeyCode } from './keys.ts'
import { checkRoom, freeBytes, roomNeeded } from './room.ts'
import { checkHasKey } from './tables/secret-key-file.ts'

type RestoreUpload = { id: string; path: string; bytes: number; received: number; touchedAt: number }

/** One that was left is replaced by the next after so long. */
const idleMs = 60_000

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

/** Where a portal can restore from its page: with a database of its own, and a folder. */
const findDataDir = ({ setup }: Pick<Ctx, 'setup'>): string => {
  if (!setup) throw new AppError('backupFolderMissing')
  if (!setup.hasOwnDatabase) throw new AppError('restoreElsewhere')
  return setup.dataDir
}

const hasMembers = async (ctx: Ctx): Promise<boolean> =>
  (await readRows(ctx, sql<{ id: number }>`select id from members limit 1`)).length > 0

const checkLink = async (ctx: Ctx, token: string): Promise<void> => {
  if (!(await isSetupUsable(ctx, token)) || (await hasMembers(ctx))) throw new AppError('invalidLink')
}

/** The upload itself, and what is restored from it. */
const checkUploadRoom = async (dataDir: string, bytes: number): Promise<void> => {
  const needed = bytes + roomNeeded({ archiveBytes: bytes, rawBytes: 0 })
  const free = await freeBytes(dataDir)
  if (free !== null && free < needed)
    throw badField(
      'bytes',
      `The disk of the portal has too little room to restore this backup: ${formatBytes(free)} are free, and ${formatBytes(needed)} are needed.`,
    )
}

/** Restores in a process of its own beside the portal, as the command does; throws what that says. */
const runRestore = async (path: string, code: string, dataDir: string): Promise<void> => {
  const words = [cli, 'restore', path, '--by-portal', ...(code === '' ? [] : ['--code', '-'])]
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--max-old-space-size=256', ...words], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(code)
  const ended = new Promise<number | null>((settle) => child.once('close', settle))
  const said = await text(child.stderr)
  if ((await ended) !== 0) throw new Error(said.trim() === '' ? 'The restore ended by itself.' : said.trim())
}

/** What is checked before the page goes on, as sentences at its fields. */
const checkUpload = async (ctx: Ctx, path: string, { code, dataDir }: { code: string; dataDir: string }) => {
  try {
    const manifest = await readManifest(path)
    checkReadable(manifest)
    checkHasKey(manifest, { isGiven: ctx.setup?.isSecretKeySet === true })
    await checkRoom({ path, manifest, folder: dataDir })
    const { key } = manifest
    if (key !== null && idOfCode(readKeyCode(code)) !== key.id)
      throw badField(
        'code',
        code === ''
          ? `This backup is encrypted with the key ${key.id} of ${key.madeAt.slice(0, 10)}. Type the code from its paper.`
          : `Wrong key: this is not the code of the key ${key.id} of ${key.madeAt.slice(0, 10)}. Look for the paper of that date.`,
      )
    return { manifest, code: key === null ? '' : readKeyCode(code) }
  } catch (error) {
    if (error instanceof ArchiveProblem) throw badField('bytes', error.message.replaceAll(basename(path), 'This file'))
    throw error
  }
}

/** How far this process is. */
type RestoreProgress = { upload: RestoreUpload | null; step: RestoreState['step']; fault: string | null }

const isAtWork = ({ step }: RestoreProgress) => step === 'restoring' || step === 'restarting' || step === 'waiting'

const uploadOf = (progress: RestoreProgress, id: string): RestoreUpload => {
  if (isAtWork(progress)) throw new AppError('restoreRunning')
  if (progress.upload?.id !== id) throw new AppError('notFound')
  return progress.upload
}

const begin = async (ctx: Ctx, progress: RestoreProgress, { token, bytes }: { token: string; bytes: number }) => {
  await checkLink(ctx, token)
  const dataDir = findDataDir(ctx)
  const { upload } = progress
  const isFresh = upload !== null && ctx.now().getTime() - upload.touchedAt < idleMs && upload.received < upload.bytes
  if (isAtWork(progress) || isFresh) throw new AppError('restoreRunning')
  await checkUploadRoom(dataDir, bytes)
  // What is left of one that was given up goes with the drafts of backups.
  const path = join(backupFolder(dataDir), 'uploaded.draft')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, '', { mode: 0o600 })
  const begun = { id: randomUUID(), path, bytes, received: 0, touchedAt: ctx.now().getTime() }
  Object.assign(progress, { upload: begun, step: 'uploading', fault: null } satisfies RestoreProgress)
  return { uploadId: begun.id }
}

type RestorePiece = { token: string; uploadId: string; at: number; file: Uint8Array }

const add = async (ctx: Ctx, progress: RestoreProgress, { token, uploadId, at, file }: RestorePiece): Promise<void> => {
  await checkLink(ctx, token)
  const to = uploadOf(progress, uploadId)
  const after = at + file.length
  // The answer to this piece was lost, and it comes once more.
  if (after === to.received) return
  if (at !== to.received || after > to.bytes)
    throw badField('at', `The next piece begins at ${to.received} and ends at ${to.bytes} at most.`)
  // Counted first, so that of two of the same only one is written.
  to.received = after
  to.touchedAt = ctx.now().getTime()
  try {
    await appendFile(to.path, file)
  } catch (error) {
    const fault = explainDisk(error)
    Object.assign(progress, { upload: null, step: 'none', fault } satisfies RestoreProgress)
    await rm(to.path, { force: true })
    throw badField('bytes', fault)
  }
}

type RestoreFile = { from: string; to: string; code: string; dataDir: string }

/** Restores beside this portal, and lets it start again with that. */
const restore = async (
  ctx: Ctx,
  progress: RestoreProgress,
  { from, to, code, dataDir }: RestoreFile,
): Promise<void> => {
  try {
    // It stays as a backup of the portal that comes back.
    await rename(from, to)
    await runRestore(to, code, dataDir)
    if (await hasMembers(ctx)) {
      await removeCopy(join(dataDir, restoringName))
      throw new Error('Meanwhile the first administrator was created, so nothing was restored.')
    }
    progress.step = ctx.startAgain ? 'restarting' : 'waiting'
    ctx.startAgain?.()
  } catch (error) {
    progress.step = 'none'
    progress.fault = error instanceof Error ? error.message : String(error)
    ctx.log.error({ reason: progress.fault }, 'a backup was not restored')
  }
}

type RestoreOrder = { token: string; uploadId: string; code: string }

const start = async (ctx: Ctx, progress: RestoreProgress, input: RestoreOrder): Promise<void> => {
  await checkLink(ctx, input.token)
  const { path: from, bytes } = uploadOf(progress, input.uploadId)
  const dataDir = findDataDir(ctx)
  if ((await stat(from)).size !== bytes) throw badField('bytes', 'The file has not arrived whole. Upload it again.')
  const { manifest, code } = await checkUpload(ctx, from, { code: input.code, dataDir })
  // Another call may have been faster.
  uploadOf(progress, input.uploadId)
  Object.assign(progress, { upload: null, step: 'restoring', fault: null } satisfies RestoreProgress)
  const to = join(backupFolder(dataDir), nameOfArchive({ ...manifest, madeAt: new Date(manifest.madeAt) }))
  void restore(ctx, progress, { from, to, code, dataDir })
}

/** Restores a backup from the page of a portal that has no member yet. One upload, one restore at a time. */
export const openSetupRestore = () => {
  const progress: RestoreProgress = { upload: null, step: 'none', fault: null }
  return {
    get: async (ctx: Ctx, token: string): Promise<RestoreState> => {
      await checkLink(ctx, token)
      const { step, fault } = progress
      return { isPossible: ctx.setup?.hasOwnDatabase === true, step, fault }
    },
    begin: (ctx: Ctx, input: { token: string; bytes: number }) => begin(ctx, progress, input),
    add: (ctx: Ctx, piece: RestorePiece) => add(ctx, progress, piece),
    start: (ctx: Ctx, order: RestoreOrder) => start(ctx, progress, order),
  }
}
