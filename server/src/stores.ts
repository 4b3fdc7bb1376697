import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { explainDataDir } from '#platform/db/data-dir-failure.ts'
import type { DatabaseUrls } from '#platform/db/database-accounts.ts'
import { checkOwnDatabase } from '#platform/db/installation.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open-database.ts'
import { portalPidOf } from '#platform/db/portal-lock.ts'
import { embeddedMajor } from '#platform/db/postgres-binaries.ts'
import { restoringName, writtenMajor } from '#platform/db/postgres-home.ts'
import { type Config, loadSecretKey } from './config.ts'

/** The key and the database of DATA_DIR or DATABASE_URL, opened and not yet looked into. */
export type Stores = { secretKey: Buffer; database: OpenDatabase & Pick<DatabaseUrls, 'ownerUrl'> }

export type StoreOptions = {
  /** Use the embedded database of a portal that runs on the folder, instead of refusing to start beside it. */
  joinsRunningPortal?: boolean
  /** An empty database is filled in the place of the one that DATA_DIR knows. */
  beginsAnew?: boolean
}

/** Whether something takes the place of our own database first: what a person restored, or what is brought over from an earlier major version of PostgreSQL. */
export const waitsForMove = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean => {
  if (databaseUrl !== undefined || portalPidOf(dataDir) !== undefined) return false
  const wrote = writtenMajor(dataDir)
  return (wrote !== undefined && wrote < embeddedMajor()) || existsSync(join(dataDir, restoringName, 'ready.json'))
}

/** Finds the key and starts or reaches the database. It needs few modules, so that it can begin before the others are there. */
export const openStores = async (config: Config, options: StoreOptions, log: Logger): Promise<Stores> => {
  checkOwnDatabase({ ...config, ...options })
  try {
    const secretKey = loadSecretKey(config)
    return { secretKey, database: await openDatabase({ ...config, ...options }, log) }
  } catch (error) {
    throw explainDataDir(config.dataDir, error)
  }
}
