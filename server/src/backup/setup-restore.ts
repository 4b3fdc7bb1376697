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

type Upload = { id: string; path: string; bytes: number; received: number; touchedAt: number }

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
const checkUpload = async (ctx: Ctx, { path }: Upload, { code, dataDir }: { code: string; dataDir: string }) => {
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

const moveIn = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
}

/** Restores a backup from the page of a portal that has no member yet. One upload, one restore at a time. */
export const openSetupRestore = () => {
  let upload: Upload | null = null
  let step: RestoreState['step'] = 'none'
  let fault: string | null = null

  const isAtWork = () => step === 'restoring' || step === 'restarting' || step === 'waiting'

  const uploadOf = (id: string): Upload => {
    if (isAtWork()) throw new AppError('restoreRunning')
    if (upload?.id !== id) throw new AppError('notFound')
    return upload
  }

  const get = async (ctx: Ctx, token: string): Promise<RestoreState> => {
    await checkLink(ctx, token)
    return { isPossible: ctx.setup?.hasOwnDatabase === true, step, fault }
  }

  const begin = async (ctx: Ctx, { token, bytes }: { token: string; bytes: number }) => {
    await checkLink(ctx, token)
    const dataDir = findDataDir(ctx)
    const isFresh = upload !== null && ctx.now().getTime() - upload.touchedAt < idleMs && upload.received < upload.bytes
    if (isAtWork() || isFresh) throw new AppError('restoreRunning')
    await checkUploadRoom(dataDir, bytes)
    const path = join(dataDir, 'uploaded.backup')
    await writeFile(path, '', { mode: 0o600 })
    upload = { id: randomUUID(), path, bytes, received: 0, touchedAt: ctx.now().getTime() }
    step = 'uploading'
    fault = null
    return { uploadId: upload.id }
  }

  const add = async (ctx: Ctx, input: { token: string; uploadId: string; at: number; file: Uint8Array }) => {
    await checkLink(ctx, input.token)
    const to = uploadOf(input.uploadId)
    const after = input.at + input.file.length
    // The answer to this piece was lost, and it comes once more.
    if (after === to.received) return
    if (input.at !== to.received || after > to.bytes)
      throw badField('at', `The next piece begins at ${to.received} and ends at ${to.bytes} at most.`)
    // Counted first, so that of two of the same only one is written.
    to.received = after
    to.touchedAt = ctx.now().getTime()
    try {
      await appendFile(to.path, input.file)
    } catch (error) {
      upload = null
      step = 'none'
      fault = explainDisk(error)
      await rm(to.path, { force: true })
      throw badField('bytes', fault)
    }
  }

  const restore = async (ctx: Ctx, { path, code, dataDir }: { path: string; code: string; dataDir: string }) => {
    try {
      await runRestore(path, code, dataDir)
      if (await hasMembers(ctx)) {
        await removeCopy(join(dataDir, restoringName))
        throw new Error('Meanwhile the first administrator was created, so nothing was restored.')
      }
      step = ctx.startAgain ? 'restarting' : 'waiting'
      ctx.startAgain?.()
    } catch (error) {
      step = 'none'
      fault = error instanceof Error ? error.message : String(error)
      ctx.log.error({ reason: fault }, 'a backup was not restored')
    }
  }

  const start = async (ctx: Ctx, input: { token: string; uploadId: string; code: string }): Promise<void> => {
    await checkLink(ctx, input.token)
    const from = uploadOf(input.uploadId)
    const dataDir = findDataDir(ctx)
    if ((await stat(from.path)).size !== from.bytes)
      throw badField('bytes', 'The file has not arrived whole. Upload it again.')
    const { manifest, code } = await checkUpload(ctx, from, { code: input.code, dataDir })
    uploadOf(input.uploadId)
    step = 'restoring'
    upload = null
    // It stays as a backup of the portal that comes back.
    const path = join(backupFolder(dataDir), nameOfArchive({ ...manifest, madeAt: new Date(manifest.madeAt) }))
    await moveIn(from.path, path)
    void restore(ctx, { path, code, dataDir })
  }

  return { get, begin, add, start }
}
