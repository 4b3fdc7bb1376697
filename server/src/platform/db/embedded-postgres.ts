import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ensureDataDir } from './data-dir.ts'
import {
  accountUrls,
  createAccounts,
  createDatabase,
  handOverDatabase,
  urlOfDatabase,
  type DatabaseUrls,
} from './database-accounts.ts'
import { lockPortal, portalPidOf } from './portal-lock.ts'
import {
  checkPostgresFolder,
  createPostgresFolder,
  openPostgresHome,
  postgresName,
  postgresUrl,
  restoringName,
} from './postgres-home.ts'
import { startPostgresServer } from './postgres-server.ts'
import { disownStalePidFile, findPostmaster, stopPostmaster } from './postmaster-file.ts'

export type EmbeddedPostgres = DatabaseUrls & { close: () => Promise<void> }
/** A server as its superuser reaches it, on a database without anything of ours. */
export type EmbeddedServer = { adminUrl: string; close: () => Promise<void> }

export type EmbeddedOptions = {
  dataDir: string
  /** Settings of the server that go before ours. */
  settings?: Readonly<Record<string, string>>
  /** Programs of the major version that wrote the database, where that is an earlier one. */
  bin?: string
  /** The caller has the lock of the folder already, and keeps it afterwards. */
  isLocked?: boolean
  /** For tests: quicker to create, but a power cut may damage it. */
  isThrowaway?: boolean
}

/** A server that a killed portal left behind is stopped first: two must never work on one folder. */
const stopOrphan = async (folder: string, log: Logger): Promise<void> => {
  const orphan = findPostmaster(folder)
  if (orphan) {
    log.warn({ pid: orphan.pid }, 'stopping the PostgreSQL server that a killed portal left behind')
    await stopPostmaster(orphan.pid)
  }
  disownStalePidFile(folder)
}

/**
 * Starts a PostgreSQL of our own on DATA_DIR/postgres, reachable from this machine alone.
 * Throws when another portal works in the same folder.
 */
export const startEmbeddedServer = async (options: EmbeddedOptions, log: Logger): Promise<EmbeddedServer> => {
  ensureDataDir(options.dataDir)
  const dataDir = realpathSync(options.dataDir)
  const lock = options.isLocked === true ? { release: () => {} } : await lockPortal(dataDir)
  try {
    const { bin } = options
    const home = { ...openPostgresHome(dataDir), ...(bin !== undefined && { bin }) }
    if (existsSync(join(home.folder, 'PG_VERSION'))) checkPostgresFolder(home)
    else if (existsSync(join(dataDir, restoringName)))
      throw new Error(
        `A restore into ${dataDir} was interrupted. Run it again: npm run cli -- restore FILE. To begin with an empty database instead, delete ${join(dataDir, restoringName)}.`,
      )
    else await createPostgresFolder(home, options.isThrowaway ?? false)
    await stopOrphan(home.folder, log)
    const server = await startPostgresServer(home, { settings: options.settings ?? {}, log })
    const adminUrl = postgresUrl(server, { password: home.password, database: 'postgres' })
    const close = async (): Promise<void> => {
      await server.stop()
      lock.release()
    }
    return { adminUrl, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The same with the accounts of the portal and its database. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions, log: Logger): Promise<EmbeddedPostgres> => {
  const { adminUrl, close } = await startEmbeddedServer(options, log)
  const databaseUrl = urlOfDatabase(adminUrl, postgresName)
  try {
    await createAccounts(adminUrl)
    await createDatabase(adminUrl, postgresName)
    await handOverDatabase(databaseUrl)
  } catch (error) {
    await close()
    throw error
  }
  return { ...accountUrls(databaseUrl), close }
}

/** Throws the database of a folder away. Throws an error when a portal works with it. */
export const removeEmbeddedPostgres = async (dataDir: string, log: Logger): Promise<void> => {
  if (!existsSync(dataDir)) return
  const folder = realpathSync(dataDir)
  const lock = await lockPortal(folder)
  try {
    const { folder: postgres } = openPostgresHome(folder)
    await stopOrphan(postgres, log)
    rmSync(postgres, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

/** How the superuser reaches the database of a portal that runs on this folder; undefined when none runs. */
export const findSuperuserUrl = (dataDir: string): string | undefined => {
  if (!existsSync(dataDir) || portalPidOf(dataDir) === undefined) return undefined
  const home = openPostgresHome(realpathSync(dataDir))
  const running = findPostmaster(home.folder)
  if (!running?.isReady) return undefined
  return postgresUrl(running, { password: home.password, database: postgresName })
}

/** Where the database of a portal that runs on this folder listens; undefined when none runs. */
export const findEmbeddedPostgres = (dataDir: string): DatabaseUrls | undefined => {
  const superuserUrl = findSuperuserUrl(dataDir)
  return superuserUrl === undefined ? undefined : accountUrls(superuserUrl)
}
