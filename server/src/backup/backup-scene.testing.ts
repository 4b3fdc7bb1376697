import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Ctx, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { connectDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log/log.ts'
import { databaseImportOf } from '../cli/portable.ts'
import { type Config, readConfig } from '../config.ts'
import { openCopyOf, openServices } from '../services.ts'
import { backupFolder } from './backup-folder.ts'
import { type BackupOrder, type BackupResult, runBackup } from './backup-run.ts'
import { type RestoreRequest, restoreArchive } from './restore.ts'
import type { OpenCopy } from './restored-copy.ts'

const log = createLog('silent')

/** A folder that the account of PostgreSQL can enter, with nothing in it; it is gone after the test. */
export const anEmptyFolder = (name = 'data'): string => {
  const parent = mkdtempSync(join(tmpdir(), 'spacekeeper-backup-'))
  chmodSync(parent, 0o711)
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, name)
  mkdirSync(folder)
  chmodSync(folder, 0o711)
  return folder
}

const configOf = (dataDir: string, databaseUrl?: string): Config =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

export const openCopy: OpenCopy = (dataDir) => openCopyOf(configOf(dataDir), log)(dataDir)

export type BackedUpPortal = {
  dataDir: string
  ctx: Ctx
  db: Kysely<Database>
  backUp: (order?: Partial<BackupOrder>) => Promise<BackupResult>
  /** Where an archive lies. */
  pathOf: (name: string) => string
  close: () => Promise<void>
}

/** A portal as people have it, with a database of its own or at this address, without its HTTP and jobs. */
export const openPortalOn = async (dataDir: string, databaseUrl?: string): Promise<BackedUpPortal> => {
  const { services, connectionString, close: closeServices } = await openServices(configOf(dataDir, databaseUrl), log)
  const writable = connectDatabase({ connectionString, poolSize: 2 }, log)
  const ctx = systemCtx(services)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await writable.close()
    await closeServices()
  }
  onTestFinished(close)
  return {
    dataDir,
    ctx,
    db: writable.db,
    backUp: (order = {}) => runBackup(ctx, { to: undefined, isProven: false, open: openCopy, log, ...order }),
    pathOf: (name) => join(backupFolder(dataDir), name),
    close,
  }
}

/** Restores as the command line does; what it said. */
export const restore = async (
  file: string,
  { databaseUrl, ...request }: Partial<RestoreRequest> & { dataDir: string; databaseUrl?: string },
): Promise<string> => {
  const lines: string[] = []
  await restoreArchive({
    file,
    database: databaseUrl === undefined ? null : databaseImportOf(configOf(request.dataDir, databaseUrl)),
    code: undefined,
    askCode: null,
    hasSecretKey: false,
    isBeside: false,
    open: openCopy,
    erase: () => Promise.resolve(0),
    now: new Date(),
    log,
    say: (line) => void lines.push(line),
    ...request,
  })
  return lines.join('\n')
}
