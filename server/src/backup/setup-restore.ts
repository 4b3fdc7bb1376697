import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { RestoreState } from '@spacekeeper/contract/backup/routes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { restoringName } from '#platform/db/postgres-home.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { isSetupUsable } from '../auth/first-administrator.ts'
import { formatBytes } from '../doctor/machine-checks.ts'
import { checkReadable } from './archive-contents.ts'
import { ArchiveProblem, isArchiveName, nameOfArchive, type Manifest, readManifest } from './archive-file.ts'
import { backupFolder, removeCopy, uploadedName } from './backup-folder.ts'
import { explainDisk } from './disk-words.ts'
import { idOfCode, keepKey, readKeyCode } from './keys.ts'
import { acceptCopy } from './restore.ts'
import { checkRoom, freeBytes, roomNeeded } from './room.ts'
import { checkHasKey } from './tables/secret-key-file.ts'

type RestoreUpload = {
  id: string
  path: string
  bytes: number
  received: number
  touchedAt: number
  /** Pieces are written one after the other, so that none is called there before it is. */
  writing: Promise<void>
}

/** One that was left is replaced by the next after so long. */
const idleMs = 60_000

/** A whole one waits for a person who looks for the paper with its code. */
const wholeMs = 180_000

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

/** Makes sure of room for the upload, and for what is restored from it. */
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
const runRestore = async (progress: RestoreProgress, { from, code, dataDir }: RestoreFile): Promise<void> => {
  const words = [cli, 'restore', from, '--by-portal', ...(code === '' ? [] : ['--code', '-'])]
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--max-old-space-size=256', ...words], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(code)
  progress.child = child
  const ended = new Promise<number | null>((settle, fail) => {
    child.once('error', fail)
    child.once('close', settle)
  })
  const [exit, said] = await Promise.all([ended, text(child.stderr)])
  if (exit === 0) return
  const fault = said.trim().replaceAll(basename(from), 'This file')
  throw new Error(fault === '' ? 'The restore ended by itself.' : fault)
}

const nameOf = ({ madeAt, version }: Manifest): string => nameOfArchive({ madeAt: new Date(madeAt), version })

const strangeName = 'This file names no version of Spacekeeper that there can be, so it is not restored.'

/** Checks before the page goes on; what is wrong stands at its fields. */
const checkUpload = async (ctx: Ctx, path: string, { code, dataDir }: { code: string; dataDir: string }) => {
  try {
    const manifest = await readManifest(path)
    checkReadable(manifest)
    if (!isArchiveName(nameOf(manifest))) throw new ArchiveProblem(strangeName)
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
type RestoreProgress = {
  upload: RestoreUpload | null
  step: RestoreState['step']
  fault: string | null
  child?: ChildProcess
  /** The restore that goes on. */
  work?: Promise<void>
  isClosing?: boolean
}

const isAtWork = ({ step }: RestoreProgress) => step === 'restoring' || step === 'restarting' || step === 'waiting'

const uploadOf = (progress: RestoreProgress, id: string): RestoreUpload => {
  if (isAtWork(progress)) throw new AppError('restoreRunning')
  if (progress.upload?.id !== id) throw new AppError('notFound')
  return progress.upload
}

const isFresh = (ctx: Ctx, { touchedAt, received, bytes }: RestoreUpload): boolean =>
  ctx.now().getTime() - touchedAt < (received < bytes ? idleMs : wholeMs)

/** Gives an upload up, unless another one has taken its place. */
const drop = async (progress: RestoreProgress, upload: RestoreUpload, fault: string | null = null): Promise<void> => {
  if (progress.upload !== upload) return
  Object.assign(progress, { upload: null, step: 'none', fault } satisfies RestoreProgress)
  await rm(upload.path, { force: true })
}

const begin = async (ctx: Ctx, progress: RestoreProgress, { token, bytes }: { token: string; bytes: number }) => {
  await checkLink(ctx, token)
  const dataDir = findDataDir(ctx)
  const { upload } = progress
  if (isAtWork(progress) || (upload !== null && isFresh(ctx, upload))) throw new AppError('restoreRunning')
  const path = join(backupFolder(dataDir), uploadedName)
  const touchedAt = ctx.now().getTime()
  const begun = { id: randomUUID(), path, bytes, received: 0, touchedAt, writing: Promise.resolve() }
  // Taken before anything is waited for, so that of two at once one is refused.
  Object.assign(progress, { upload: begun, step: 'uploading', fault: null } satisfies RestoreProgress)
  try {
    await checkUploadRoom(dataDir, bytes)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, '', { mode: 0o600 })
  } catch (error) {
    await drop(progress, begun)
    throw error
  }
  return { uploadId: begun.id }
}

type RestorePiece = { token: string; uploadId: string; at: number; file: Uint8Array }

const write = async (
  ctx: Ctx,
  progress: RestoreProgress,
  { to, at, file }: Pick<RestorePiece, 'at' | 'file'> & { to: RestoreUpload },
): Promise<void> => {
  // Another one may have taken its place while this piece waited.
  uploadOf(progress, to.id)
  const after = at + file.length
  // The answer to this piece was lost, and it comes once more.
  if (after === to.received) return
  if (at !== to.received || after > to.bytes)
    throw badField('at', `The next piece begins at ${to.received} and ends at ${to.bytes} at most.`)
  to.touchedAt = ctx.now().getTime()
  try {
    await appendFile(to.path, file)
  } catch (error) {
    const fault = explainDisk(error)
    await drop(progress, to, fault)
    throw badField('bytes', fault)
  }
  to.received = after
}

const add = async (ctx: Ctx, progress: RestoreProgress, { token, uploadId, at, file }: RestorePiece): Promise<void> => {
  await checkLink(ctx, token)
  const to = uploadOf(progress, uploadId)
  const writing = to.writing.then(() => write(ctx, progress, { to, at, file }))
  to.writing = writing.catch(() => undefined)
  return writing
}

type RestoreFile = { from: string; code: string; dataDir: string; manifest: Manifest }

/** Restores beside this portal, and lets it start again with that. */
const restore = async (ctx: Ctx, progress: RestoreProgress, file: RestoreFile): Promise<void> => {
  const { from, code, dataDir, manifest } = file
  try {
    await runRestore(progress, file)
    if (await hasMembers(ctx)) {
      await removeCopy(join(dataDir, restoringName))
      throw new Error('Meanwhile the first administrator was created, so nothing was restored.')
    }
    if (manifest.key !== null) await keepKey(dataDir, { code, madeAt: manifest.key.madeAt }, ctx.now())
    // It stays as a backup of the portal that comes back.
    await rename(from, join(backupFolder(dataDir), nameOf(manifest)))
    await acceptCopy(dataDir)
    progress.step = ctx.startAgain ? 'restarting' : 'waiting'
    if (!progress.isClosing) ctx.startAgain?.()
  } catch (error) {
    progress.step = 'none'
    if (ctx.setup) ctx.setup.isRestoring = false
    progress.fault = error instanceof Error ? error.message : String(error)
    ctx.log.error({ reason: progress.fault }, 'a backup was not restored')
    await rm(from, { force: true }).catch(() => undefined)
    // A database that it had opened goes on without it.
    if (progress.isClosing) await removeCopy(join(dataDir, restoringName))
  }
}

const isOfCode = (error: unknown): boolean =>
  error instanceof AppError && error.facts.fields?.some(({ field }) => field === 'code') === true

type RestoreOrder = { token: string; uploadId: string; code: string }

const start = async (ctx: Ctx, progress: RestoreProgress, input: RestoreOrder): Promise<void> => {
  await checkLink(ctx, input.token)
  const upload = uploadOf(progress, input.uploadId)
  const { path: from, bytes } = upload
  const dataDir = findDataDir(ctx)
  upload.touchedAt = ctx.now().getTime()
  await upload.writing
  if ((await stat(from)).size !== bytes) throw badField('bytes', 'The file has not arrived whole. Upload it again.')
  const { manifest, code } = await checkUpload(ctx, from, { code: input.code, dataDir }).catch(
    async (error: unknown): Promise<never> => {
      // A wrong code is typed again; another file is another upload.
      if (!isOfCode(error)) await drop(progress, upload)
      throw error
    },
  )
  // Another call may have been faster.
  uploadOf(progress, input.uploadId)
  Object.assign(progress, { upload: null, step: 'restoring', fault: null } satisfies RestoreProgress)
  if (ctx.setup) ctx.setup.isRestoring = true
  progress.work = restore(ctx, progress, { from, code, dataDir, manifest })
}

const PieceAddress = z.object({ token: z.string(), uploadId: z.string() })

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
    /** Looks at the link and the upload before a piece of it is read. */
    check: async (ctx: Ctx, params: unknown): Promise<void> => {
      const { token, uploadId } = PieceAddress.parse(params)
      await checkLink(ctx, token)
      uploadOf(progress, uploadId)
    },
    /** Ends a restore that goes on; what is ready takes its place at the next start. */
    close: async (): Promise<void> => {
      progress.isClosing = true
      progress.child?.kill()
      await progress.work
    },
  }
}
